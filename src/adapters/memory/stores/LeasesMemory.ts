import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { type Lease, Leases } from "../../../domain/lease/Leases.ts";
import { MemoryStore } from "../MemoryStore.ts";

interface Held {
  readonly fence: number;
  readonly expiresAt: number;
}

type HeldLeases = HashMap.HashMap<string, Held>;

const free: Held = { fence: 0, expiresAt: Number.NEGATIVE_INFINITY };

const heldUnder = (all: HeldLeases, name: string): Held => Option.getOrElse(HashMap.get(all, name), () => free);

const makeLeases = Effect.gen(function* () {
  const store = yield* MemoryStore;
  const leases = store.cell<HeldLeases>(HashMap.empty());
  return Leases.of({
    acquire: Effect.fnUntraced(function* (name, milliseconds) {
      const now = yield* Clock.currentTimeMillis;
      return yield* leases.modify((all): readonly [Option.Option<Lease>, HeldLeases] => {
        const held = heldUnder(all, name);
        if (held.expiresAt > now) return [Option.none(), all];
        const fence = held.fence + 1;
        return [Option.some({ name, fence }), HashMap.set(all, name, { fence, expiresAt: now + milliseconds })];
      });
    }),
    renew: Effect.fnUntraced(function* ({ name, fence }, milliseconds) {
      const now = yield* Clock.currentTimeMillis;
      return yield* leases.modify((all): readonly [boolean, HeldLeases] => {
        const held = heldUnder(all, name);
        if (held.fence !== fence || held.expiresAt <= now) return [false, all];
        return [true, HashMap.set(all, name, { fence, expiresAt: now + milliseconds })];
      });
    }),
    release: ({ name, fence }) =>
      leases.modify((all) => [
        undefined,
        heldUnder(all, name).fence === fence ? HashMap.set(all, name, { ...free, fence }) : all
      ])
  });
});

/** Leases among the fibers of this process, by its clock. */
export const layer: Layer.Layer<Leases, never, MemoryStore> = Layer.effect(Leases, makeLeases);
