import * as Schema from "effect/Schema";
import type { Did } from "../../domain/atproto/Did.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { authorizations } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { endAuthorizationAndRevoke } from "./endAuthorization.ts";

/** No active authorization has this id and was granted by this user, or through this client. */
export class AuthorizationNotFound extends Schema.TaggedError<AuthorizationNotFound>()("AuthorizationNotFound", {}) {}

/**
 * Ends an authorization, and its session at the PDS, for the user who granted it; with a client, only through that
 * client.
 */
export const endOwnAuthorization = traced("endOwnAuthorization")(function* (request: {
  readonly did: Did;
  readonly clientId: string | null;
  readonly authorizationId: string;
}) {
  const { authorizationId, clientId, did } = request;
  if (!/^auth_[A-Za-z0-9_-]{22}$/.test(authorizationId)) return yield* new AuthorizationNotFound();
  const { state } = yield* loadAggregate(authorizations, streamName("authorization", authorizationId));
  const isOwn =
    state._tag === "Active" && state.granted.did === did && (clientId === null || state.request.clientId === clientId);
  if (!isOwn) return yield* new AuthorizationNotFound();
  yield* endAuthorizationAndRevoke({ authorizationId, reason: "revoked-by-user", actor: { type: "user", id: did } });
});
