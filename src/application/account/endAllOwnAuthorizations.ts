import type { Did } from "../../domain/atproto/Did.ts";
import { traced } from "../../domain/failure/traced.ts";
import { endAuthorizationsOf } from "../authorizations/endAuthorizationsOf.ts";

/** Ends every authorization of a user at this instance, at the user's request, and returns how many were active. */
export const endAllOwnAuthorizations = traced("endAllOwnAuthorizations")((did: Did) =>
  endAuthorizationsOf({ _tag: "OfAccount", did, clientId: null }, "revoked-by-user", { type: "user", id: did })
);
