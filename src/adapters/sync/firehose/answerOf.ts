/** The maximum difference between the clocks of the service and of a host, in milliseconds. */
const maxClockDifference = 60_000;

/** Where the events of a subscription begin. */
export type CursorAnswer =
  /** At the cursor, or with old events before it. */
  | "continued"
  /** Later: the host no longer has the event at the cursor, and perhaps not those after it. */
  | "outdated"
  /** With what happens now, although that is before the cursor. */
  | "future";

/** What a host is asked for. */
export type Question =
  /** The event at the cursor once more, and those after it. */
  | "repeat"
  /** The events after the cursor. */
  | "after"
  /** The events from now on. They show what became of a cursor. */
  | "live";

/** What was asked of a host. */
export interface AskedCursor {
  /** The position of the last event that was stored. */
  readonly cursor: number;
  readonly question: Question;
  /** When the connection was opened, in Unix milliseconds. */
  readonly openedAt: number;
}

/** The first event of a subscription. `time` is in Unix milliseconds, or null if the host does not say. */
interface FirstEvent {
  readonly seq: number;
  readonly time: number | null;
}

/**
 * Returns how a host answered a cursor, from the first event that it sent. Positions may have gaps. So the host is asked
 * for the event at the cursor once more: one that sends a later event first no longer has it. A host that should refuse
 * a cursor ahead of its sequence (`FutureCursor`), and does not, sends new events with lower positions.
 */
export const answerOf = ({ cursor, openedAt, question }: AskedCursor, { seq, time }: FirstEvent): CursorAnswer => {
  if (seq > cursor) return question === "after" ? "continued" : "outdated";
  if (question === "live") return "future";
  const isNew = time === null || time > openedAt - maxClockDifference;
  return seq < cursor && isNew ? "future" : "continued";
};
