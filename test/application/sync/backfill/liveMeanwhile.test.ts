import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import * as TestClock from "effect/TestClock";
import * as fc from "fast-check";
import { PdsMemory, revisionOf } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { importLexicons } from "../../../../src/application/lexicons/importLexicons.ts";
import { indexChanges } from "../../../../src/application/sync/backfill/indexChanges.ts";
import { indexRepository } from "../../../../src/application/sync/backfill/indexRepository.ts";
import { atUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { IdentityResolver } from "../../../../src/domain/identity/IdentityResolver.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import type { RecordChange } from "../../../../src/domain/sync/backfill/RecordChange.ts";
import { RepositoryReader } from "../../../../src/domain/sync/repository/RepositoryReader.ts";
import { alice, memoryService } from "../../../support/memoryService.ts";
import { textLexicon } from "../../../support/textLexicon.ts";

const notes = Nsid.make("dev.example.note");
const lexicon = textLexicon(notes);

/** A step of the outside world: a write at the PDS, the next event of the source, or a replay of the first events. */
type Step =
  | { readonly kind: "write"; readonly key: string; readonly text: string | null }
  | { readonly kind: "deliver" }
  | { readonly kind: "replay"; readonly count: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("write" as const),
    key: fc.constantFrom("a", "b", "c", "d"),
    text: fc.option(fc.constantFrom("one", "two", "three"))
  }),
  fc.record({ kind: fc.constant("deliver" as const) }),
  fc.record({ kind: fc.constant("replay" as const), count: fc.nat(6) })
);

/** The PDS with its event stream, of which `delivered` events were stored. */
class World {
  readonly events: Array<RecordChange> = [];
  readonly steps: Array<Step>;
  delivered = 0;

  constructor(steps: ReadonlyArray<Step>) {
    this.steps = [...steps];
  }
}

const write = Effect.fnUntraced(function* (world: World, key: string, text: string | null) {
  const { state } = yield* PdsMemory;
  const uri = atUri({ did: alice.did, collection: notes, rkey: RecordKey.make(key) });
  const value = { $type: notes, text: text ?? "" };
  const record = text === null ? null : { value, cid: Either.getOrThrow(recordCid(value)) };
  const before = yield* Ref.get(state);
  const records = new Map(before.records);
  if (record === null) records.delete(uri);
  else records.set(uri, { uri, ...record });
  const writes = before.writes + 1;
  yield* Ref.set(state, { ...before, records, writes });
  world.events.push({ uri, rev: revisionOf(writes), record });
});

const takeStep = Effect.fnUntraced(function* (world: World) {
  const next = world.steps.shift();
  if (next === undefined) return;
  if (next.kind === "write") return yield* write(world, next.key, next.text);
  if (next.kind === "replay") return yield* indexChanges(world.events.slice(0, Math.min(next.count, world.delivered)));
  const event = world.events[world.delivered];
  if (event === undefined) return;
  world.delivered += 1;
  yield* indexChanges([event]);
});

type StepServices = Effect.Effect.Context<ReturnType<typeof takeStep>>;

/** The PDS and the index, where steps of the world happen whenever they are asked. */
const meanwhile = Effect.fnUntraced(function* (world: World) {
  const services = yield* Effect.context<StepServices>();
  const index = yield* RecordIndex;
  const reader = yield* RepositoryReader;
  const one = Effect.orDie(Effect.provide(takeStep(world), services));
  const around = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.zipLeft(Effect.zipRight(one, effect), one);
  return Layer.merge(
    Layer.succeed(RecordIndex, { ...index, list: (range, limit) => around(index.list(range, limit)) }),
    Layer.succeed(RepositoryReader, {
      ...reader,
      latest: (pds, did) => around(reader.latest(pds, did)),
      fetch: (pds, did) => around(reader.fetch(pds, did)),
      blocks: (pds, did, cids) => around(reader.blocks(pds, did, cids))
    })
  );
});

const held = Effect.gen(function* () {
  const index = yield* RecordIndex;
  const all = yield* index.list({ did: alice.did, collection: notes, from: null, upTo: null }, 100);
  return all.map(({ cid, uri }) => `${uri} ${cid}`).toSorted();
});

const atPds = Effect.gen(function* () {
  const { records } = yield* Ref.get((yield* PdsMemory).state);
  return [...records.values()].map(({ cid, uri }) => `${uri} ${cid}`).toSorted();
});

it.effect(
  "A backfill and the live stream together end with the records of the PDS, however they interleave",
  () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-11-28T00:00:00Z"));
      yield* importLexicons([lexicon], { type: "operator", id: null });
      const { did } = alice;
      yield* (yield* RecordIndex).putActor({ did, handle: null, pds: null });
      const { pds, signingKey = "" } = yield* Effect.flatMap(IdentityResolver, ({ resolveDid }) => resolveDid(did));
      const world = new World([]);
      for (const [round, steps] of fc.sample(fc.array(step, { minLength: 5, maxLength: 40 }), 60).entries()) {
        world.steps.push(...steps);
        const services = yield* meanwhile(world);
        while (world.steps.length > 0) {
          yield* takeStep(world);
          // The last block of a commit that is no longer the latest may be missing: the backfill is tried again.
          yield* Effect.either(Effect.provide(indexRepository({ did, pds, signingKey }), services));
        }
        // Every second time the rest of the events is lost, and found by the next backfill.
        if (round % 2 === 0) yield* indexChanges(world.events.slice(world.delivered));
        else yield* indexRepository({ did, pds, signingKey });
        world.delivered = world.events.length;
        assert.deepStrictEqual(yield* held, yield* atPds);
      }
    }).pipe(Effect.provide(memoryService)),
  60_000
);
