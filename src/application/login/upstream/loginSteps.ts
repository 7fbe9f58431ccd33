import * as Effect from "effect/Effect";
import { type AuthorizationEvent, LoginFailed } from "../../../domain/authorization/AuthorizationEvent.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import type { VaultChange } from "../../../domain/event/UnitOfWork.ts";
import { commitEvents } from "../../event/commitEvents.ts";
import { RefusedByRedirect } from "../app/RefusedByRedirect.ts";
import { erasedLoginSecrets } from "./loginSecrets.ts";

/** A recorded authorization, the version of its stream, and the redirect URI at which its app learns the outcome. */
export interface LoginContext {
  readonly authorizationId: string;
  readonly clientId: string;
  readonly version: number;
  readonly redirectUri: string;
  readonly state: string | null;
}

/**
 * Appends an event of a login and changes the vault with it, if no other request has appended to its authorization;
 * otherwise fails with `VersionConflict`.
 */
export const commitLoginEvent = (
  { authorizationId, clientId, version }: LoginContext,
  event: AuthorizationEvent,
  secrets: ReadonlyArray<VaultChange>
) =>
  commitEvents({
    stream: streamName("authorization", authorizationId),
    version,
    events: [event],
    metadata: {
      actor: { type: "client", id: clientId },
      clientId,
      authorizationId,
      subjectDid: event._tag === "UpstreamLoginStarted.v1" ? event.did : null
    },
    secrets
  });

/** Records that a login failed, and erases its secrets. */
export const recordFailure = (loginContext: LoginContext, why: Pick<LoginFailed, "reason" | "detail">) => {
  const { authorizationId } = loginContext;
  const failed = new LoginFailed({ authorizationId, ...why });
  const committed = commitLoginEvent(loginContext, failed, erasedLoginSecrets(authorizationId));
  return Effect.catchTag(committed, "VersionConflict", Effect.die);
};

/** Returns the refusal that the app receives at its redirect URI. */
export const refusalOf = (
  { redirectUri, state }: LoginContext,
  { error, description }: Pick<RefusedByRedirect, "error" | "description">,
  cause: RefusedByRedirect["cause"]
) => new RefusedByRedirect({ redirectUri, state, error, description, cause });
