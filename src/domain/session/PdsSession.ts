import * as Data from "effect/Data";
import { needsRevocation } from "./needsRevocation.ts";
import type { RefreshFailure, SessionEnd, SessionEstablished, SessionEvent } from "./SessionEvent.ts";

/** The session at a PDS that belongs to one authorization. `accessExpiresAt` in Unix milliseconds. */
export type PdsSession = Data.TaggedEnum<{
  Unknown: {};
  Established: {
    readonly established: SessionEstablished;
    readonly scope: string;
    readonly accessExpiresAt: number;
    /** The fence of a refresh that was begun and has no outcome yet. */
    readonly refreshing: number | null;
    /** The fence of the refresh that was begun last, and of the one that its tokens are from; null where there was none. */
    readonly startedFence: number | null;
    readonly tokensFence: number | null;
    /** Whether the PDS may have given tokens since the last ones that came. */
    readonly inDoubt: boolean;
    /** Refreshes that failed since the last ones that did not, and why the last of them did. */
    readonly failures: number;
    readonly lastFailure: RefreshFailure | null;
    /** Until when nobody tries again after that, in Unix milliseconds; 0 for at once. */
    readonly retryAt: number;
  };
  Ended: {
    readonly established: SessionEstablished;
    readonly reason: SessionEnd;
    /** Whether the PDS is still to be told. */
    readonly needsRevocation: boolean;
  };
}>;
export const PdsSession = Data.taggedEnum<PdsSession>();

export const initialSession: PdsSession = PdsSession.Unknown();

type Established = Extract<PdsSession, { readonly _tag: "Established" }>;

/** After a failure the next try waits, from the first time to the longest in milliseconds, twice as long each time. */
const retryDelayMs = { first: 250, longest: 30_000 };

/** When it may be tried again after one more failure at `now`, in Unix milliseconds. */
export const retryAfterFailure = ({ failures }: Established, now: number): number =>
  now + Math.min(retryDelayMs.first * 2 ** Math.min(failures, 10), retryDelayMs.longest);

/** Whether it is too early to try again; a clock that was set back since does not make it later. */
export const isTooEarly = ({ retryAt }: Established, now: number): boolean =>
  now < retryAt && retryAt - now <= retryDelayMs.longest;

/** Whether the tokens of a refresh are no news: the one that was begun last, after it or itself, has brought its own. */
export const isStale = ({ startedFence, tokensFence }: Established, fence: number): boolean =>
  tokensFence === fence || (tokensFence !== null && tokensFence === startedFence);

const noFailures = { refreshing: null, inDoubt: false, failures: 0, lastFailure: null, retryAt: 0 };

/** Failures that are the answer of a PDS that did nothing. */
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

/** What a session is after an event. Total: an event that does not fit its state changes nothing. */
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
