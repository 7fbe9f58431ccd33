import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Authorization } from "../../../domain/authorization/Authorization.ts";
import { UpstreamReturned } from "../../../domain/authorization/AuthorizationEvent.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { Lookup } from "../../../domain/event/Lookup.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { authorizations } from "../../event/aggregates.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { expectAggregate } from "../../event/loadAggregate.ts";
import { UnknownCallback } from "./callbackErrors.ts";

type StartedLogin = Extract<Authorization, { readonly _tag: "LoginStarted" }>;

/** A login whose user is at the PDS, and the version of its stream. */
export interface PendingLogin {
  readonly stream: StreamName;
  readonly version: number;
  readonly state: StartedLogin;
}

/** Finds the login of a callback by its `state`. Another process may have claimed it meanwhile. */
export const findPendingLogin = Effect.fnUntraced(function* (stateParameter: string | null) {
  if (stateParameter === null) return yield* new UnknownCallback({ reason: "state-missing" });
  const lookup = yield* Lookup;
  const stream = yield* lookup.find("upstream-state", sha256Base64Url(stateParameter));
  if (Option.isNone(stream)) return yield* new UnknownCallback({ reason: "state-unknown" });
  const now = yield* Clock.currentTimeMillis;
  const isOpen = (found: Authorization) => found._tag === "LoginStarted" && now < found.request.expiresAt;
  const { state, version } = yield* expectAggregate(authorizations, stream.value, isOpen);
  if (state._tag !== "LoginStarted") return yield* new UnknownCallback({ reason: "already-used" });
  if (now >= state.request.expiresAt) return yield* new UnknownCallback({ reason: "expired" });
  return { stream: stream.value, version, state } satisfies PendingLogin;
});

/** Returns the metadata of the events of a login: the actor is the user, once known. */
export const appLoginEventMetadata = ({ request, login }: StartedLogin, did: Did | null = login.did) => ({
  actor: did === null ? ({ type: "client", id: request.clientId } as const) : ({ type: "user", id: did } as const),
  clientId: request.clientId,
  authorizationId: request.authorizationId,
  subjectDid: did
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
