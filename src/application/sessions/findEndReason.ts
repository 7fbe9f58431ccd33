import * as Effect from "effect/Effect";
import type { Authorization } from "../../domain/authorization/Authorization.ts";
import type { EndReason } from "../../domain/authorization/end/EndReason.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { authorizations, sessions } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";

/** Returns why an authorization ended: the reason of its session, if that ended it. Null for one that is active. */
export const endReasonOf = Effect.fnUntraced(function* (state: Authorization) {
  if (state._tag !== "Ended") return null;
  if (state.reason !== "session-ended") return state.reason;
  const session = yield* loadAggregate(sessions, streamName("session", state.granted.sessionId));
  const why: EndReason = session.state._tag === "Ended" ? session.state.reason : state.reason;
  return why;
});

/** Returns why the authorization with an id ended; null for one that is active. */
export const findEndReason = traced("findEndReason")(function* (authorizationId: string) {
  const { state } = yield* loadAggregate(authorizations, streamName("authorization", authorizationId));
  return yield* endReasonOf(state);
});
