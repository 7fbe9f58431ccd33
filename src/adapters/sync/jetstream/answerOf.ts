/**
 * How far before the cursor a subscription begins, in microseconds. The address may stand for several hosts, whose
 * clocks differ.
 */
export const overlap = 5_000_000;

/** The maximum difference between the clocks of the service and of a Jetstream, in microseconds. */
const maxClockDifference = 60_000_000;

/** Where the events of a subscription begin. */
export type CursorAnswer =
  /** At the cursor, or before it. */
  | "continued"
  /** Later: the source no longer has the events at the cursor, and perhaps not those after it. */
  | "outdated"
  /** With what happens now, although that is before the cursor. */
  | "future";

/** What was asked of a Jetstream, in microseconds. */
export interface AskedCursor {
  /** The position of the last event that was stored. */
  readonly cursor: number;
  /** Whether the source was asked for the events since the cursor. Otherwise it sends those from now on. */
  readonly isReplay: boolean;
  /** When the connection was opened, by the clock of the service. */
  readonly openedAt: number;
}

/**
 * Returns how a Jetstream answered a cursor, from the position of the first event that it sent. It says nothing about a
 * cursor that it cannot serve. But it begins with the first event at or after the position that is asked for. So it
 * repeats the event at the cursor, and one without it no longer has that event.
 */
export const answerOf = ({ cursor, isReplay, openedAt }: AskedCursor, first: number): CursorAnswer => {
  if (first > cursor) return "outdated";
  if (!isReplay) return "future";
  const isLive = first > openedAt - maxClockDifference;
  // A source that repeats more than it was asked for has skipped nothing.
  return isLive && cursor - overlap - first > maxClockDifference ? "future" : "continued";
};
