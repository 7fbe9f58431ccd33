import type { SourceState } from "../../../domain/sync/stream/sourceState.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";

/** Returns the words for the state of a source that is followed by a connection. */
export const sourceStateText = (state: SourceState): string => {
  switch (state._tag) {
    case "Connected":
      return `connected since ${isoTime(state.since)}`;
    case "Disconnected":
      return `not connected since ${isoTime(state.since)}; the service keeps trying`;
    case "Unattended":
      return state.since === null
        ? "not followed: no process has reported yet"
        : `not followed: no process has reported since ${isoTime(state.since)}`;
  }
};
