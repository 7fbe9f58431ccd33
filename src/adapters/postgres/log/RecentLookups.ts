import * as Option from "effect/Option";
import { LRUCache } from "lru-cache";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import type { LookupKind } from "../../../domain/event/Lookup.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { lookupKeys } from "../../../domain/projection/lookups.ts";

/** The number of keys, at some 200 bytes each. */
const capacity = 20_000;

/** Keys that are hashes of random values, so that an entry cannot become wrong: no event introduces such a key again. */
const cachedKinds: ReadonlySet<LookupKind> = new Set<LookupKind>([
  "code",
  "confirmation",
  "refresh-token",
  "upstream-state"
]);

/** Whether the streams of a kind of keys are looked up by hashes of random values. All of them are authorizations. */
export const isRandomKey = (kind: LookupKind): boolean => cachedKinds.has(kind);

const nameOf = (kind: LookupKind, key: string): string => `${kind} ${key}`;

/** Caches the streams of the keys that this process committed or found last. */
export class RecentLookups {
  readonly #streams = new LRUCache<string, StreamName>({ max: capacity });

  clear(): void {
    this.#streams.clear();
  }

  find(kind: LookupKind, key: string): Option.Option<StreamName> {
    return Option.fromNullable(this.#streams.get(nameOf(kind, key)));
  }

  /** Adds the keys that committed events introduce. A key stays with the first stream. */
  add(events: ReadonlyArray<RecordedEvent>): void {
    for (const event of events)
      for (const { key, kind } of lookupKeys(event))
        if (isRandomKey(kind) && !this.#streams.has(nameOf(kind, key)))
          this.#streams.set(nameOf(kind, key), event.stream);
  }
}
