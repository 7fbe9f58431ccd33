import * as Effect from "effect/Effect";
import type { Did } from "../../domain/atproto/Did.ts";
import { endAuthorizationsOf } from "../authorizations/endAuthorizationsOf.ts";

/** Ends every authorization of a user at this instance, at the user's request, and returns how many were active. */
export const endAllOwnAuthorizations = Effect.fn("endAllOwnAuthorizations")((did: Did) =>
  endAuthorizationsOf({ _tag: "OfAccount", did, clientId: null }, "revoked-by-user", { type: "user", id: did })
);
