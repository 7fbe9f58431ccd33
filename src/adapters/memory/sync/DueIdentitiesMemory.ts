import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Did } from "../../../domain/atproto/Did.ts";
import { DueIdentities, type DueIdentity } from "../../../domain/sync/account/DueIdentities.ts";
import { MemoryStore } from "../MemoryStore.ts";

interface Entry extends DueIdentity {
  readonly claimed: boolean;
  /** Infinite while nothing is due. */
  readonly dueAt: number;
  readonly restsUntil: number;
}

type Entries = HashMap.HashMap<Did, Entry>;

const request =
  (now: number) =>
  (entries: Entries, did: Did): Entries => {
    const first: Entry = { did, requests: 0, failures: 0, claimed: false, dueAt: now, restsUntil: now };
    const before = Option.getOrElse(HashMap.get(entries, did), () => first);
    const dueAt = before.claimed ? before.dueAt : Math.min(before.dueAt, Math.max(before.restsUntil, now));
    return HashMap.set(entries, did, { ...before, requests: before.requests + 1, dueAt });
  };

const claim = (
  entries: Entries,
  limit: number,
  now: number,
  until: number
): readonly [ReadonlyArray<DueIdentity>, Entries] => {
  const claimed = [...HashMap.values(entries)]
    .filter(({ dueAt }) => dueAt <= now)
    .toSorted((one, other) => one.dueAt - other.dueAt)
    .slice(0, limit);
  const next = claimed.reduce(
    (left, entry) => HashMap.set(left, entry.did, { ...entry, claimed: true, dueAt: until }),
    entries
  );
  return [claimed.map(({ did, failures, requests }) => ({ did, requests, failures })), next];
};

const makeDueIdentities = Effect.map(MemoryStore, (store) => {
  const cell = store.cell<Entries>(HashMap.empty());
  const change = (did: Did, next: (entry: Entry, now: number) => Entry) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      cell.modify((entries) => [undefined, HashMap.modify(entries, did, (entry) => next(entry, now))])
    );
  return DueIdentities.of({
    request: (dids) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        cell.modify((entries) => [undefined, [...new Set(dids)].reduce(request(now), entries)])
      ),
    claim: (limit, milliseconds) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        cell.modify((entries) => claim(entries, limit, now, now + milliseconds))
      ),
    complete: ({ did, requests }, interval) =>
      change(did, (entry, now) => ({
        ...entry,
        claimed: false,
        failures: 0,
        restsUntil: now + interval,
        dueAt: entry.requests === requests ? Number.POSITIVE_INFINITY : now + interval
      })),
    postpone: ({ did, requests }, milliseconds, interval) =>
      change(did, (entry, now) => ({
        ...entry,
        claimed: false,
        failures: entry.failures + 1,
        restsUntil: now + interval,
        dueAt: now + (entry.requests === requests ? milliseconds : Math.min(milliseconds, interval))
      }))
  });
});

/** Due identities in the memory of this process. */
export const layer: Layer.Layer<DueIdentities, never, MemoryStore> = Layer.effect(DueIdentities, makeDueIdentities);
