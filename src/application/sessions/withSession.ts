import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { streamName } from "../../domain/event/StreamName.ts";
import type { RepositoryFailure, RepositoryFailureReason } from "../../domain/record/RepositoryFailure.ts";
import type { PdsCredentials } from "../../domain/record/write/Repository.ts";
import { authorizations } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { endIfMoved } from "./endIfMoved.ts";
import { endReasonOf } from "./findEndReason.ts";
import { credentialsOf, openSession } from "./OpenSession.ts";
import { refreshSession } from "./refresh/refreshSession.ts";
import { SessionTerminated } from "./SessionTerminated.ts";

/** Tokens are refreshed this long before they expire, in milliseconds. */
const margin = 30_000;

const sessionOf = Effect.fnUntraced(function* (authorizationId: string) {
  const { state } = yield* loadAggregate(authorizations, streamName("authorization", authorizationId));
  if (state._tag === "Active") return state.granted.sessionId;
  return yield* new SessionTerminated({ reason: (yield* endReasonOf(state)) ?? "authorization-ended" });
});

/** The PDS reports that the account was deleted, deactivated or taken down. */
const isInactive = ({ reason }: RepositoryFailure<RepositoryFailureReason>): boolean =>
  reason === "account-deactivated" || reason === "account-taken-down";

/**
 * Calls the PDS with the session of an authorization. Tokens are refreshed before they expire, and once more when the
 * PDS requests it. The session ends if the PDS no longer knows it or the account has moved.
 */
export const withSession = Effect.fnUntraced(function* <A, Reason extends RepositoryFailureReason, R>(
  authorizationId: string,
  use: (credentials: PdsCredentials) => Effect.Effect<A, RepositoryFailure<Reason>, R>
) {
  const sessionId = yield* sessionOf(authorizationId);
  const opened = yield* openSession(sessionId);
  const now = yield* Clock.currentTimeMillis;
  const { accessExpiresAt } = opened.state;
  const { established } = opened.state;
  yield* endIfMoved(established, "remembered");
  const session = accessExpiresAt - now > margin ? opened : yield* refreshSession(opened);
  const refreshAndRetry = Effect.flatMap(refreshSession(session), (refreshed) => use(credentialsOf(refreshed)));
  return yield* use(credentialsOf(session)).pipe(
    Effect.catchIf(
      (failure) => failure.reason === "token-expired",
      () => refreshAndRetry
    ),
    Effect.tapErrorTag("RepositoryFailure", (failure) =>
      isInactive(failure) ? endIfMoved(established, "fresh") : Effect.void
    )
  );
});
