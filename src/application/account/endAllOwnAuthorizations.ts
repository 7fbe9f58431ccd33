import * as Effect from "effect/Effect";
import type { Did } from "../../domain/atproto/Did.ts";
import { endAuthorizationsOf } from "../authorizations/endAuthorizationsOf.ts";

/** Ends every sign-in of a person at this instance by their own word; answers how many were going on. */
export const endAllOwnAuthorizations = Effect.fn("endAllOwnAuthorizations")((did: Did) =>
  endAuthorizationsOf({ _tag: "OfAccount", did, clientId: null }, "revoked-by-user", { type: "user", id: did })
);
