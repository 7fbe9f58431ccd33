import type { RepoEvent, SourceEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import { decodeTapMessage } from "./decodeTapMessage.ts";

/**
 * Gives the events of one connection to a Tap their positions. The ids of a Tap are not positions: they start again
 * when it starts with an empty outbox. So a position is the sum of the time of the connection and of the id, which the
 * Tap keeps when it sends an event again.
 */
export class TapCursors {
  readonly #base: number;
  #last: number;

  /** `after` is the last position of earlier connections. `openedAt` is in Unix microseconds. */
  constructor(after: number | null, openedAt: number) {
    const start = Math.max(after ?? 0, openedAt);
    // An even number: only the last event of a message has an odd position, and acknowledges it.
    this.#base = start + (start % 2);
    this.#last = this.#base;
  }

  /** Returns the events of a message with their positions. One without a readable id has that of its predecessor. */
  decode(data: Buffer): ReadonlyArray<SourceEvent> {
    const { events, id } = decodeTapMessage(data);
    return events.map((event, at) => this.#place(event, id, at === events.length - 1));
  }

  #place(event: RepoEvent, id: number | null, isLast: boolean): SourceEvent {
    if (id !== null) this.#last = this.#base + 2 * id + (isLast ? 1 : 0);
    return { cursor: this.#last, time: null, event };
  }

  /** Returns the ids of the messages that are complete with these positions. Those of other connections have none. */
  idsOf(cursors: ReadonlyArray<number>): ReadonlyArray<number> {
    const own = cursors.filter((cursor) => cursor > this.#base && cursor % 2 === 1);
    return [...new Set(own)].map((cursor) => (cursor - this.#base - 1) / 2);
  }
}
