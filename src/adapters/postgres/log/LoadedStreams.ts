import { LRUCache } from "lru-cache";
import { relevantEvents, versionOf } from "../../../domain/event/compaction.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { type StreamName, streamName } from "../../../domain/event/StreamName.ts";

type Events = ReadonlyArray<RecordedEvent>;

const none: Events = [];

/** Streams of clients are not cached: they are rarely loaded, and anybody can fill one with 8 kB by registering. */
const clientStreams = streamName("client", "client_");

/** The kinds of streams that the process goes on with after it appended to them, in the same flow. */
const continuedStreams = [
  streamName("authorization", ""),
  streamName("pushed-request", ""),
  streamName("session", "")
] as const;

const isContinued = (stream: StreamName): boolean => continuedStreams.some((prefix) => stream.startsWith(prefix));

/**
 * Caches the relevant events of the streams that were loaded last. A stream only grows, so cached events stay valid, and only
 * new ones have to be read. Events of a transaction that may still be rolled back must not be added.
 */
export class LoadedStreams {
  readonly #streams: LRUCache<StreamName, Events>;
  #generation = 0;

  /** Caches up to `capacity` events. */
  constructor(capacity: number) {
    this.#streams = new LRUCache({ maxSize: capacity, sizeCalculation: ({ length }) => length });
  }

  /** How often everything was forgotten. */
  get generation(): number {
    return this.#generation;
  }

  /** Forgets everything, and what is being read at the moment. */
  clear(): void {
    this.#generation += 1;
    this.#streams.clear();
  }

  /** Returns the cached events of a stream. */
  known(stream: StreamName): Events {
    return this.#streams.get(stream) ?? none;
  }

  /** Adds the events after the known ones, and returns all of them. `generation` is that of before they were read. */
  extend(stream: StreamName, known: Events, next: Events, generation: number): Events {
    if (next.length === 0) return known;
    const events = known.length === 0 ? next : relevantEvents([...known, ...next]);
    if (stream.startsWith(clientStreams) || generation !== this.#generation) return events;
    const cached = this.#streams.peek(stream) ?? none;
    // Of several concurrent loads the one with the most events is cached. One that is larger than the cache is not.
    const fits = events.length <= this.#streams.maxSize;
    if (fits && versionOf(events) > versionOf(cached)) this.#streams.set(stream, events);
    return events;
  }

  /**
   * Adds events that were committed, unless the cache lacks events before them. `generation` is that of before the commit.
   */
  add(committed: Events, generation: number): void {
    if (generation !== this.#generation) return;
    for (const [stream, events] of Map.groupBy(committed, (event) => event.stream)) {
      const known = this.#streams.peek(stream) ?? none;
      const [first] = events;
      if (isContinued(stream) && first?.version === versionOf(known) + 1)
        this.extend(stream, known, relevantEvents(events), generation);
    }
  }
}
