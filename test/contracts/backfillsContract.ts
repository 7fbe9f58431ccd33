import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { Backfills } from "../../src/domain/sync/backfill/Backfills.ts";

const dids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => Did.make(`did:plc:person${String(from + at).padStart(4, "0")}`));
const [one = Did.make("did:plc:none"), two = one, three = one] = dids(1, 4);
const at = Date.parse("2026-11-28T12:00:00Z");
const everything = { kind: "all" } as const;
const good = { failed: false, records: 5, bytes: 100 };

/** Which repositories a backfill covers, and how far it is. */
export const backfillsContract = <E>(name: string, layer: Layer.Layer<Backfills | Atomically, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`Backfills contract: ${name}`, (it) => {
    it.effect("lists backfills newest first, and finds them by id", () =>
      Effect.gen(function* () {
        const backfills = yield* Backfills;
        const first = yield* backfills.start({ kind: "collection", collection: Nsid.make("dev.example.note") }, at);
        const second = yield* backfills.start({ kind: "actor", dids: [one] }, at + 1);
        assert.deepInclude(first, { state: "running", startedAt: at, endedAt: null, isListed: false, cursor: null });
        assert.isAbove(Number(second.id), Number(first.id));
        assert.deepStrictEqual(yield* backfills.find(first.id), first);
        assert.isNull(yield* backfills.find("x"));
        assert.isNull(yield* backfills.find("99999"));
        const ids = (yield* backfills.list(null, 2)).map(({ id }) => id);
        assert.deepStrictEqual(ids, [second.id, first.id]);
        assert.deepStrictEqual(yield* backfills.list(second.id, 1), [first]);
        const running = (yield* backfills.running).map(({ id }) => id);
        assert.deepStrictEqual(running.slice(-2), [first.id, second.id]);
        yield* backfills.end(first.id, { state: "completed" }, at + 2);
        yield* backfills.end(second.id, { state: "completed" }, at + 2);
      })
    );

    it.effect("adds each page once, and each repository once", () =>
      Effect.gen(function* () {
        const backfills = yield* Backfills;
        const { id } = yield* backfills.start(everything, at);
        assert.sameMembers(
          [...((yield* backfills.addPage(id, { from: null, dids: [one, two, one], next: "2" })) ?? [])],
          [one, two]
        );
        assert.isNull(yield* backfills.addPage(id, { from: null, dids: [three], next: "2" }));
        assert.deepStrictEqual(yield* backfills.addPage(id, { from: "2", dids: [two], next: "3" }), []);
        assert.deepInclude(yield* backfills.find(id), {
          repositories: 2,
          cursor: "3",
          fruitlessPages: 1,
          isListed: false
        });
        assert.deepStrictEqual(yield* backfills.addPage(id, { from: "3", dids: [three, two], next: null }), [three]);
        assert.deepInclude(yield* backfills.find(id), {
          repositories: 3,
          cursor: null,
          fruitlessPages: 0,
          isListed: true
        });
        assert.isNull(yield* backfills.addPage(id, { from: null, dids: [], next: null }));
        yield* backfills.end(id, { state: "cancelled" }, at);
      })
    );

    it.effect("gives a page to one of two callers", () =>
      Effect.gen(function* () {
        const backfills = yield* Backfills;
        const { id } = yield* backfills.start(everything, at);
        const page = { from: null, dids: [one, two], next: "2" };
        const added = yield* Effect.all([backfills.addPage(id, page), backfills.addPage(id, page)], { concurrency: 2 });
        assert.lengthOf(
          added.filter((all) => all !== null),
          1
        );
        yield* backfills.end(id, { state: "cancelled" }, at);
      })
    );

    it.effect("counts a result once in each running backfill", () =>
      Effect.gen(function* () {
        const backfills = yield* Backfills;
        const first = yield* backfills.start(everything, at);
        const second = yield* backfills.start(everything, at);
        yield* backfills.addPage(first.id, { from: null, dids: [one, two], next: null });
        yield* backfills.addPage(second.id, { from: null, dids: [two, three], next: null });
        yield* backfills.record(two, good, at + 1_000);
        yield* backfills.record(two, good, at + 1_000);
        yield* backfills.record(one, { failed: true, records: 0, bytes: 7 }, at + 2_000);
        const counts = { processed: 2, failed: 1, records: 5, bytes: 107, pace: { at, processed: 0 } };
        assert.deepInclude(yield* backfills.find(first.id), counts);
        assert.deepInclude(yield* backfills.find(second.id), { processed: 1, failed: 0, records: 5, bytes: 100 });
        assert.deepStrictEqual(yield* backfills.waiting(first.id, null, 10), []);
        assert.deepStrictEqual(yield* backfills.waiting(second.id, null, 10), [three]);
        assert.deepStrictEqual(yield* backfills.awaited([one, two, three]), new Set([three]));
        const ended = yield* backfills.end(second.id, { state: "aborted", reason: "relay-refused" }, at + 3_000);
        assert.deepInclude(ended, {
          state: "aborted",
          abortReason: "relay-refused",
          endedAt: at + 3_000,
          processed: 1
        });
        assert.isNull(yield* backfills.end(second.id, { state: "completed" }, at + 4_000));
        assert.deepStrictEqual(yield* backfills.awaited([three]), new Set());
        yield* backfills.record(three, good, at + 5_000);
        assert.deepInclude(yield* backfills.find(second.id), { state: "aborted", processed: 1 });
        yield* backfills.end(first.id, { state: "completed" }, at + 5_000);
      })
    );

    it.effect("calculates the rate from a recent moment", () =>
      Effect.gen(function* () {
        const backfills = yield* Backfills;
        const { id } = yield* backfills.start(everything, at);
        const all = dids(0, 4);
        yield* backfills.addPage(id, { from: null, dids: all, next: null });
        const minute = 60_001;
        const paces: Array<unknown> = [];
        for (const [place, did] of all.entries()) {
          yield* backfills.record(did, good, at + place * minute);
          paces.push((yield* backfills.find(id))?.pace);
        }
        assert.deepStrictEqual(paces, [
          { at, processed: 0 },
          { at, processed: 0 },
          { at: at + minute, processed: 2 },
          { at: at + 2 * minute, processed: 3 }
        ]);
        yield* backfills.end(id, { state: "completed" }, at);
      })
    );

    it.effect("pages what waits, and takes part in transactions", () =>
      Effect.gen(function* () {
        const backfills = yield* Backfills;
        const { run } = yield* Atomically;
        const { id } = yield* backfills.start(everything, at);
        const all = dids(0, 5);
        const add = backfills.addPage(id, { from: null, dids: all, next: null });
        yield* Effect.ignore(run(Effect.zipRight(add, Effect.fail("rolled back"))));
        assert.deepStrictEqual(yield* backfills.waiting(id, null, 10), []);
        yield* run(add);
        assert.deepStrictEqual(yield* backfills.waiting(id, null, 3), all.slice(0, 3));
        assert.deepStrictEqual(yield* backfills.waiting(id, all[2] ?? null, 3), all.slice(3));
        yield* backfills.end(id, { state: "completed" }, at);
        assert.deepStrictEqual(yield* backfills.waiting(id, null, 3), []);
      })
    );
  });
