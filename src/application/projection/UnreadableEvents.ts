import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLogUnavailable } from "../../domain/event/EventLog.ts";
import { type EventReach, eventReach } from "../../domain/event/eventReach.ts";
import { UnreadableRecord } from "../../domain/event/UnreadableRecord.ts";

interface UnreadableNote {
  readonly problem: UnreadableRecord;
  readonly reach: EventReach;
  readonly isFirst: boolean;
}

/**
 * The queries that read models cannot answer, because the log has events that this version cannot read or is not being
 * followed.
 */
export class UnreadableEvents {
  readonly #streams = new Map<string, UnreadableRecord>();
  readonly #kinds = new Set<string>();
  #anything: UnreadableRecord | null = null;
  #stalled: string | null = null;

  /** Records an event that cannot be read, with its reach. `isFirst` is true once for each type and reach. */
  note(recorded: RecordedEvent): UnreadableNote {
    const problem = UnreadableRecord.of(recorded);
    const reach = eventReach(recorded.stream);
    const kind = `${recorded.type} ${reach}`;
    const isFirst = !this.#kinds.has(kind);
    this.#kinds.add(kind);
    if (reach === "anything") this.#anything ??= problem;
    if (reach === "its-stream" && !this.#streams.has(recorded.stream)) this.#streams.set(recorded.stream, problem);
    return { problem, reach, isFirst };
  }

  /** Marks the read models as outdated for a reason; null marks them as current again. */
  stall(reason: string | null): void {
    this.#stalled = reason;
  }

  /** Why no query can be answered, in one sentence; null when all can. */
  get problem(): string | null {
    const [first = null] = this.#streams.values();
    return this.#stalled ?? (this.#anything ?? first)?.message ?? null;
  }

  /** Returns why a query about one stream cannot be answered; null when it can. */
  about(stream: string): EventLogUnavailable | null {
    return this.#unavailable(this.#streams.size === 0 ? undefined : this.#streams.get(stream));
  }

  /** Returns why a query about all streams with a name prefix cannot be answered; null when it can. */
  aboutAll(prefix: string): EventLogUnavailable | null {
    for (const [stream, problem] of this.#streams) if (stream.startsWith(prefix)) return this.#unavailable(problem);
    return this.#unavailable(undefined);
  }

  #unavailable(ofStream: UnreadableRecord | undefined): EventLogUnavailable | null {
    const cause = this.#stalled ?? this.#anything ?? ofStream;
    return cause === undefined
      ? null
      : new EventLogUnavailable({
          operation: "follow",
          reason: this.#stalled === null ? "unreadable" : "behind",
          cause
        });
  }
}
