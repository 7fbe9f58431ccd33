import * as Effect from "effect/Effect";
import { type AuthorizationEvent, LoginFailed } from "../../../domain/authorization/AuthorizationEvent.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { RefusedByRedirect } from "../app/RefusedByRedirect.ts";
import { eraseLoginSecrets } from "./loginSecrets.ts";

/** A recorded authorization, the version of its stream, and the redirect URI at which its app learns the outcome. */
export interface LoginContext {
  readonly authorizationId: string;
  readonly clientId: string;
  readonly version: number;
  readonly redirectUri: string;
  readonly state: string | null;
}

/** Appends an event of a login, if no other request has appended to its authorization; otherwise `VersionConflict`. */
export const appendLoginEvent = (loginContext: LoginContext, event: AuthorizationEvent) =>
  appendEvents(streamName("authorization", loginContext.authorizationId), loginContext.version, [event], {
    actor: { type: "client", id: loginContext.clientId },
    clientId: loginContext.clientId,
    authorizationId: loginContext.authorizationId,
    subjectDid: event._tag === "UpstreamLoginStarted.v1" ? event.did : null
  });

/** Records that a login failed, and erases its secrets. */
export const recordFailure = Effect.fnUntraced(function* (
  loginContext: LoginContext,
  why: Pick<LoginFailed, "reason" | "detail">
) {
  const { authorizationId } = loginContext;
  const atomically = yield* Atomically;
  yield* atomically.run(
    Effect.zipRight(
      eraseLoginSecrets(authorizationId),
      Effect.catchTag(
        appendLoginEvent(loginContext, new LoginFailed({ authorizationId, ...why })),
        "VersionConflict",
        Effect.die
      )
    )
  );
});

/** Returns the refusal that the app receives at its redirect URI. */
export const refusalOf = (
  { redirectUri, state }: LoginContext,
  { error, description }: Pick<RefusedByRedirect, "error" | "description">,
  cause: RefusedByRedirect["cause"]
) => new RefusedByRedirect({ redirectUri, state, error, description, cause });
