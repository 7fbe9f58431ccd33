import * as Effect from "effect/Effect";
import type { Did } from "../../domain/atproto/Did.ts";
import { endAuthorizationAndRevoke } from "./endAuthorization.ts";
import { endAuthorizationsOf, type Owners } from "./endAuthorizationsOf.ts";

const reason = "revoked-by-admin";

const isId = (text: string): boolean => /^auth_[A-Za-z0-9_-]{22}$/.test(text);

/** Ends a sign-in of somebody by the word of an admin, and answers whether it was going on. */
export const endAuthorizationAsAdmin = Effect.fn("endAuthorizationAsAdmin")(
  (authorizationId: string, by: Did | null) =>
    isId(authorizationId)
      ? endAuthorizationAndRevoke({ authorizationId, reason, actor: { type: "admin", id: by } })
      : Effect.succeed(false)
);

/** The same for all of a person, of an app, or of a person to an app; answers how many were going on. */
export const endAuthorizationsAsAdmin = Effect.fn("endAuthorizationsAsAdmin")((owners: Owners, by: Did | null) =>
  endAuthorizationsOf(owners, reason, { type: "admin", id: by })
);
