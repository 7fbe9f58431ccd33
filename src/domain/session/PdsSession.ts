import * as Data from "effect/Data";
import type { SessionEnd, SessionEstablished, SessionEvent } from "./SessionEvent.ts";

/** The session at a PDS that belongs to one authorization. `accessExpiresAt` in Unix milliseconds. */
export type PdsSession = Data.TaggedEnum<{
  Unknown: {};
  Established: {
    readonly established: SessionEstablished;
    readonly scope: string;
    readonly accessExpiresAt: number;
    /** The fence of a refresh that was begun and has no outcome yet. */
    readonly refreshing: number | null;
  };
  Ended: { readonly established: SessionEstablished; readonly reason: SessionEnd };
}>;
export const PdsSession = Data.taggedEnum<PdsSession>();

export const initialSession: PdsSession = PdsSession.Unknown();

/** What a session is after an event. Total: an event that does not fit its state changes nothing. */
export const evolveSession = (state: PdsSession, event: SessionEvent): PdsSession => {
  switch (event._tag) {
    case "SessionEstablished.v1":
      return state._tag === "Unknown"
        ? PdsSession.Established({
            established: event,
            scope: event.scope,
            accessExpiresAt: event.accessExpiresAt,
            refreshing: null
          })
        : state;
    case "SessionRefreshStarted.v1":
      return state._tag === "Established" ? PdsSession.Established({ ...state, refreshing: event.fence }) : state;
    case "SessionRefreshed.v1":
      return state._tag === "Established"
        ? PdsSession.Established({
            ...state,
            scope: event.scope,
            accessExpiresAt: event.accessExpiresAt,
            refreshing: null
          })
        : state;
    case "SessionRefreshFailed.v1":
      return state._tag === "Established" ? PdsSession.Established({ ...state, refreshing: null }) : state;
    case "SessionEnded.v1":
      return state._tag === "Established"
        ? PdsSession.Ended({ established: state.established, reason: event.reason })
        : state;
  }
};
