import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Authorization } from "../../../domain/authorization/Authorization.ts";
import { LoginFailed, UpstreamReturned } from "../../../domain/authorization/AuthorizationEvent.ts";
import { constantTimeEqual } from "../../../domain/crypto/constantTimeEqual.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { Lookup } from "../../../domain/event/Lookup.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { authorizations } from "../../event/aggregates.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { loadAggregate } from "../../event/loadAggregate.ts";
import { eraseLoginSecrets } from "../upstream/loginSecrets.ts";

/** A callback that belongs to no login in progress: unknown, used, expired, or of a client that changed. */
export class UnknownCallback extends Schema.TaggedError<UnknownCallback>()("UnknownCallback", {
  reason: Schema.Literal(
    "state-missing",
    "state-unknown",
    "already-used",
    "expired",
    "not-from-server",
    "client-changed"
  )
}) {}

/** The browser of the callback is not the one that the login was started in. */
export class BrowserMismatch extends Schema.TaggedError<BrowserMismatch>()("BrowserMismatch", {
  authorizationId: Schema.String
}) {}

type StartedLogin = Extract<Authorization, { readonly _tag: "LoginStarted" }>;

/** A login whose user is at the PDS, and the version of its stream. */
export interface PendingLogin {
  readonly stream: StreamName;
  readonly version: number;
  readonly state: StartedLogin;
}

/** Finds the login of a callback by its `state`. */
export const findPendingLogin = Effect.fnUntraced(function* (stateParameter: string | null) {
  if (stateParameter === null) return yield* new UnknownCallback({ reason: "state-missing" });
  const lookup = yield* Lookup;
  const stream = yield* lookup.find("upstream-state", sha256Base64Url(stateParameter));
  if (Option.isNone(stream)) return yield* new UnknownCallback({ reason: "state-unknown" });
  const { state, version } = yield* loadAggregate(authorizations, stream.value);
  if (state._tag !== "LoginStarted") return yield* new UnknownCallback({ reason: "already-used" });
  if ((yield* Clock.currentTimeMillis) >= state.request.expiresAt)
    return yield* new UnknownCallback({ reason: "expired" });
  return { stream: stream.value, version, state } satisfies PendingLogin;
});

/** Returns the metadata of the events of a login: the actor is the user, once known. */
export const appLoginEventMetadata = ({ request, login }: StartedLogin, did: Did | null = login.did) => ({
  actor: did === null ? ({ type: "client", id: request.clientId } as const) : ({ type: "user", id: did } as const),
  clientId: request.clientId,
  authorizationId: request.authorizationId,
  subjectDid: did
});

/** Records why a login failed, and erases its secrets, in one transaction with `alongside`. */
export const recordLoginFailure = Effect.fnUntraced(
  function* <E = never, R = never>(
    pending: PendingLogin,
    why: LoginFailureCause,
    alongside: Effect.Effect<void, E, R> = Effect.void
  ) {
    const { authorizationId } = pending.state.request;
    const atomically = yield* Atomically;
    const failed = new LoginFailed({ authorizationId, ...why });
    yield* atomically.run(
      Effect.all(
        [
          eraseLoginSecrets(authorizationId),
          alongside,
          appendEvents(pending.stream, pending.version, [failed], appLoginEventMetadata(pending.state))
        ],
        { discard: true }
      )
    );
  },
  Effect.catchTag("VersionConflict", () => new UnknownCallback({ reason: "already-used" }))
);

/** The cause of a failed login. */
export type LoginFailureCause = Pick<LoginFailed, "reason" | "detail">;

/**
 * Only the browser in which a login was started may complete it; a callback from another one ends it (RFC 9700 section
 * 4.7).
 */
export const checkBrowser = Effect.fnUntraced(function* (pending: PendingLogin, browserToken: string | null) {
  const { request } = pending.state;
  if (browserToken !== null && constantTimeEqual(request.browserHash, sha256Base64Url(browserToken))) return;
  yield* recordLoginFailure(pending, { reason: "browser-mismatch" });
  return yield* new BrowserMismatch({ authorizationId: request.authorizationId });
});

/** Claims the callback. A second one, in any process, is rejected as used. */
export const claimCallback = (pending: PendingLogin) =>
  appendEvents(
    pending.stream,
    pending.version,
    [new UpstreamReturned({ authorizationId: pending.state.request.authorizationId })],
    appLoginEventMetadata(pending.state)
  ).pipe(
    Effect.as({ ...pending, version: pending.version + 1 } satisfies PendingLogin),
    Effect.catchTag("VersionConflict", () => new UnknownCallback({ reason: "already-used" }))
  );
