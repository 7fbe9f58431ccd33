import { LRUCache } from "lru-cache";
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
  readonly #streams: LRUCache<StreamName, Events>;

  /** `capacity` in events. */
  constructor(capacity: number) {
    this.#streams = new LRUCache({ maxSize: capacity, sizeCalculation: ({ length }) => length });
  }

  /** What is known of a stream. */
  known(stream: StreamName): Events {
    return this.#streams.get(stream) ?? none;
  }

  /** Adds what follows after events that were known, and gives all of them. */
  extend(stream: StreamName, known: Events, next: Events): Events {
    if (next.length === 0) return known;
    const events = known.length === 0 ? next : relevantEvents([...known, ...next]);
    if (stream.startsWith(clientStreams)) return events;
    const cached = this.#streams.peek(stream) ?? none;
    // Of several loads at the same time the one that saw most is cached. One that is larger than the cache replaces nothing.
    const fits = events.length <= this.#streams.maxSize;
    if (fits && versionOf(events) > versionOf(cached)) this.#streams.set(stream, events);
    return events;
  }
}
