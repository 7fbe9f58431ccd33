import { relevantEvents, versionOf } from "../../../domain/event/compaction.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { type StreamName, streamName } from "../../../domain/event/StreamName.ts";

type Events = ReadonlyArray<RecordedEvent>;

const none: Events = [];

/** The registry holds the clients. Their streams are loaded seldom, and anybody may fill one with 8 kB by registering. */
const clientStreams = streamName("client", "client_");

/**
 * The relevant events of the streams that were loaded last, as many as fit: a stream only grows, so that what is known of it
 * stays true, and only what is new has to be read. Nothing of a transaction that may still be rolled back belongs here.
 */
export class LoadedStreams {
  readonly #capacity: number;
  readonly #streams = new Map<StreamName, Events>();
  #count = 0;

  /** `capacity` in events. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** What is known of a stream. */
  known(stream: StreamName): Events {
    const events = this.#streams.get(stream);
    if (events === undefined) return none;
    this.#streams.delete(stream);
    this.#streams.set(stream, events);
    return events;
  }

  /** Adds what follows after events that were known, and gives all of them. */
  extend(stream: StreamName, known: Events, next: Events): Events {
    if (next.length === 0) return known;
    const events = known.length === 0 ? next : relevantEvents([...known, ...next]);
    if (stream.startsWith(clientStreams)) return events;
    const kept = this.#streams.get(stream) ?? none;
    // Of several who load at once the one who saw most is kept. One that fits nowhere drives nobody out.
    if (versionOf(events) <= versionOf(kept) || events.length > this.#capacity) return events;
    this.#streams.delete(stream);
    this.#streams.set(stream, events);
    this.#count += events.length - kept.length;
    for (const [oldest, { length }] of this.#streams) {
      if (this.#count <= this.#capacity) break;
      this.#streams.delete(oldest);
      this.#count -= length;
    }
    return events;
  }
}
