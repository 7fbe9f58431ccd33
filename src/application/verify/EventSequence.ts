import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import type { Fault } from "../../domain/verification/Fault.ts";

/** The members of an event that say where it is in the log. */
export interface SequencedEvent extends Pick<RecordedEvent, "position" | "stream" | "version"> {
  readonly recordedAt: string | null;
}

/** Follows the order of events: gapless positions, gapless versions within streams, and times that only go back by a skew. */
export class EventSequence {
  readonly #versions = new Map<string, number>();
  readonly #skewMs: number;
  #position = 0;
  #latest = Number.NEGATIVE_INFINITY;

  constructor(skewMs: number) {
    this.#skewMs = skewMs;
  }

  /** The position of the last event. */
  position(): number {
    return this.#position;
  }

  /**
   * Adds the next event, and returns what does not hold. After a fault of the position, nothing can be added. The time is null
   * for an archived event.
   */
  add({ position, recordedAt, stream, version }: SequencedEvent): Fault | null {
    const expected = this.#position + 1;
    if (position !== expected)
      return { position: expected, part: "position", reason: `the next event has position ${position}` };
    this.#position = position;
    const before = this.#versions.get(stream) ?? 0;
    this.#versions.set(stream, version);
    if (version !== before + 1)
      return { position, part: "stream-version", reason: `${stream} has version ${version} after ${before}` };
    return recordedAt === null ? null : this.#timeFault(position, Date.parse(recordedAt));
  }

  #timeFault(position: number, time: number): Fault | null {
    const behind = this.#latest - time;
    if (Number.isNaN(time)) return { position, part: "leaf", reason: "recordedAt is not a time" };
    this.#latest = Math.max(this.#latest, time);
    return behind > this.#skewMs
      ? { position, part: "position", reason: `it was recorded ${Math.round(behind / 1000)} s before an earlier event` }
      : null;
  }
}
