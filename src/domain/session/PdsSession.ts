import * as Data from "effect/Data";
import { needsRevocation } from "./needsRevocation.ts";
import type { RefreshFailure, SessionEnd, SessionEstablished, SessionEvent } from "./SessionEvent.ts";

/** The session at a PDS that belongs to one authorization. `accessExpiresAt` is in Unix milliseconds. */
export type PdsSession = Data.TaggedEnum<{
  Unknown: {};
  Established: {
    readonly established: SessionEstablished;
    readonly scope: string;
    readonly accessExpiresAt: number;
    /** The fence of a refresh that started and has no outcome yet. */
    readonly refreshing: number | null;
    /** The fences of the last refresh that started and of the one that returned the current tokens, or null. */
    readonly startedFence: number | null;
    readonly tokensFence: number | null;
    /** Whether the PDS may have issued tokens that did not arrive. */
    readonly inDoubt: boolean;
    /** The number of failed refreshes since the last successful one, and the reason of the last failure. */
    readonly failures: number;
    readonly lastFailure: RefreshFailure | null;
    /** When the next attempt is allowed, in Unix milliseconds; 0 for immediately. */
    readonly retryAt: number;
  };
  Ended: {
    readonly established: SessionEstablished;
    readonly reason: SessionEnd;
    /** Whether the session must still be revoked at the PDS. */
    readonly needsRevocation: boolean;
  };
}>;
export const PdsSession = Data.taggedEnum<PdsSession>();

export const initialSession: PdsSession = PdsSession.Unknown();

type Established = Extract<PdsSession, { readonly _tag: "Established" }>;

/** The backoff after failed refreshes in milliseconds: it doubles from the minimum to the maximum. */
const retryDelayMs = { first: 250, longest: 30_000 };

/** Returns when the next attempt is allowed after another failure at `now`, in Unix milliseconds. */
export const retryAfterFailure = ({ failures }: Established, now: number): number =>
  now + Math.min(retryDelayMs.first * 2 ** Math.min(failures, 10), retryDelayMs.longest);

/** Whether the backoff is still running. A clock that was set back does not extend it. */
export const isTooEarly = ({ retryAt }: Established, now: number): boolean =>
  now < retryAt && retryAt - now <= retryDelayMs.longest;

/** Whether the tokens of a refresh are outdated: the last refresh that started has already returned tokens. */
export const isStale = ({ startedFence, tokensFence }: Established, fence: number): boolean =>
  tokensFence === fence || (tokensFence !== null && tokensFence === startedFence);

const noFailures = { refreshing: null, inDoubt: false, failures: 0, lastFailure: null, retryAt: 0 };

/** Failures that prove that the PDS did nothing. */
const definite: ReadonlySet<RefreshFailure> = new Set(["rate-limited", "client-refused"]);

const whileEstablished = (state: Established, event: SessionEvent): PdsSession => {
  switch (event._tag) {
    case "SessionRefreshStarted.v1":
      return PdsSession.Established({
        ...state,
        refreshing: event.fence,
        startedFence: event.fence,
        inDoubt: state.inDoubt || state.refreshing !== null
      });
    case "SessionRefreshed.v1":
      return PdsSession.Established({
        ...state,
        ...noFailures,
        tokensFence: event.fence,
        scope: event.scope,
        accessExpiresAt: event.accessExpiresAt
      });
    case "SessionRefreshFailed.v1":
      return PdsSession.Established({
        ...state,
        refreshing: state.refreshing === event.fence ? null : state.refreshing,
        inDoubt: state.inDoubt || !definite.has(event.reason),
        failures: state.failures + 1,
        lastFailure: event.reason,
        retryAt: event.retryAt ?? 0
      });
    case "SessionEnded.v1":
      return PdsSession.Ended({
        established: state.established,
        reason: event.reason,
        needsRevocation: needsRevocation(event.reason)
      });
    default:
      return state;
  }
};

const whileEnded = (state: Extract<PdsSession, { readonly _tag: "Ended" }>, event: SessionEvent): PdsSession => {
  switch (event._tag) {
    case "SessionTokensArrivedLate.v1":
      return PdsSession.Ended({ ...state, needsRevocation: true });
    case "SessionRevokedAtPds.v1":
    case "SessionRevocationAbandoned.v1":
      return PdsSession.Ended({ ...state, needsRevocation: false });
    default:
      return state;
  }
};

/** Returns the state of a session after an event. An event that does not apply to the state changes nothing. */
export const evolveSession = (state: PdsSession, event: SessionEvent): PdsSession => {
  switch (state._tag) {
    case "Unknown":
      return event._tag === "SessionEstablished.v1"
        ? PdsSession.Established({
            established: event,
            scope: event.scope,
            accessExpiresAt: event.accessExpiresAt,
            startedFence: null,
            tokensFence: null,
            ...noFailures
          })
        : state;
    case "Established":
      return whileEstablished(state, event);
    case "Ended":
      return whileEnded(state, event);
  }
};
