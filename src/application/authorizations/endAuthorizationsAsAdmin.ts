import * as Effect from "effect/Effect";
import type { Did } from "../../domain/atproto/Did.ts";
import { traced } from "../../domain/failure/traced.ts";
import { endAuthorizationAndRevoke } from "./endAuthorization.ts";
import { endAuthorizationsOf, type Owners } from "./endAuthorizationsOf.ts";

const reason = "revoked-by-admin";

const isId = (text: string): boolean => /^auth_[A-Za-z0-9_-]{22}$/.test(text);

/** Ends an authorization at the request of an admin. Returns whether it was active. */
export const endAuthorizationAsAdmin = traced("endAuthorizationAsAdmin")((authorizationId: string, by: Did | null) =>
  isId(authorizationId)
    ? endAuthorizationAndRevoke({ authorizationId, reason, actor: { type: "admin", id: by } })
    : Effect.succeed(false)
);

/** Ends all authorizations of a user, of an app, or of a user with one app. Returns how many were active. */
export const endAuthorizationsAsAdmin = traced("endAuthorizationsAsAdmin")((owners: Owners, by: Did | null) =>
  endAuthorizationsOf(owners, reason, { type: "admin", id: by })
);
