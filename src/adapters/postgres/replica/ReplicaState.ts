import type { LeftOutReason } from "../../../domain/health/LeftOutReason.ts";

/** Whether reads go to a replica. Times are in milliseconds of any clock that does not go back. */
export type ReplicaState =
  /** It has not been checked yet. */
  | { readonly _tag: "Unchecked" }
  | { readonly _tag: "Used"; readonly since: number; readonly pause: number }
  /** It stays left out for `pause` after the last failure, so that one that is often behind does not delay reads often. */
  | {
      readonly _tag: "LeftOut";
      readonly reason: LeftOutReason;
      readonly lastFailure: number;
      readonly pause: number;
    };

const shortestPause = 500;
const longestPause = 30_000;

/** A replica that was used for so long begins with the shortest pause again. */
const steadyAfter = 60_000;

/** The state of a replica before its first check. */
export const unchecked: ReplicaState = { _tag: "Unchecked" };

const pauseAfter = (state: ReplicaState, now: number): number => {
  if (state._tag === "LeftOut") return state.pause;
  if (state._tag === "Unchecked" || now - state.since >= steadyAfter) return shortestPause;
  return Math.min(longestPause, Math.max(shortestPause, 2 * state.pause));
};

/** Returns the state after a replica failed, or was found to be no replica. */
export const afterFailure = (state: ReplicaState, reason: LeftOutReason, now: number): ReplicaState => ({
  _tag: "LeftOut",
  reason,
  lastFailure: now,
  pause: pauseAfter(state, now)
});

/** Returns the state after a check found nothing wrong. */
export const afterSuccess = (state: ReplicaState, now: number): ReplicaState => {
  if (state._tag === "Unchecked") return { _tag: "Used", since: now, pause: 0 };
  if (state._tag === "Used" || now - state.lastFailure < state.pause) return state;
  return { _tag: "Used", since: now, pause: state.pause };
};
