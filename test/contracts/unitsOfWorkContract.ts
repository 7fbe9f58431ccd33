import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import { ReplayGuard } from "../../src/domain/dpop/ReplayGuard.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { type SingleUse, type UnitOfWork, UnitsOfWork, type VaultChange } from "../../src/domain/event/UnitOfWork.ts";
import { TokenVault } from "../../src/domain/vault/TokenVault.ts";
import { freshStream, sampleEvents } from "./sampleEvent.ts";

const sealed = { keyId: "key-1", bytes: new Uint8Array([1, 2, 3]) };

const freshUse = (expiresAt = 60_000): SingleUse => ({ scope: "key", id: randomUUID(), expiresAt });

const put = (row: string): VaultChange => ({ _tag: "Put", row, sealed, expiresAt: 60_000 });

const append = (stream = freshStream(), expectedVersion = 0) => ({ stream, expectedVersion, events: sampleEvents(1) });

const unit = (given: Partial<UnitOfWork>): UnitOfWork => ({ appends: [append()], uses: [], secrets: [], ...given });

const commit = (given: Partial<UnitOfWork>) => Effect.flatMap(UnitsOfWork, (units) => units.commit(unit(given)));

const isFree = ({ expiresAt, id, scope }: SingleUse) =>
  Effect.flatMap(ReplayGuard, (guard) => guard.remember(scope, id, expiresAt));

const isStored = (row: string) =>
  Effect.map(
    Effect.flatMap(TokenVault, (vault) => vault.get(row, 0)),
    Option.isSome
  );

const lengthOf = (stream: ReturnType<typeof freshStream>) =>
  Effect.map(
    Effect.flatMap(EventLog, (log) => log.load(stream)),
    ({ length }) => length
  );

type Stores = Atomically | EventLog | ReplayGuard | TokenVault | UnitsOfWork;

/** What is committed together. */
export const unitsOfWorkContract = <E>(name: string, stores: Layer.Layer<Stores, E>) =>
  it.layer(stores, { timeout: "60 seconds" })(`UnitsOfWork contract: ${name}`, (it) => {
    it.effect("commits the events of several streams, with what they use and their secrets", () =>
      Effect.gen(function* () {
        const [first, second, use] = [append(), append(), freshUse()];
        const [kept, removed] = [randomUUID(), randomUUID()];
        yield* (yield* TokenVault).put(removed, sealed, null);
        const before = yield* (yield* EventLog).head;
        const recorded = yield* commit({
          appends: [first, { ...second, events: sampleEvents(2) }],
          uses: [use],
          secrets: [put(kept), { _tag: "Remove", row: removed }]
        });
        assert.deepStrictEqual(
          recorded.map(({ position, stream, version }) => [position - before, stream, version]),
          [
            [1, first.stream, 1],
            [2, second.stream, 1],
            [3, second.stream, 2]
          ]
        );
        assert.isFalse(yield* isFree(use));
        assert.deepStrictEqual([yield* isStored(kept), yield* isStored(removed)], [true, false]);
        assert.deepStrictEqual([yield* lengthOf(first.stream), yield* lengthOf(second.stream)], [1, 2]);
      })
    );

    it.effect("returns what the log returns of the same events", () =>
      Effect.gen(function* () {
        const log = yield* EventLog;
        const { stream } = append();
        const first = yield* commit({ appends: [append(stream)] });
        const second = yield* commit({ appends: [append(stream, 1)] });
        assert.deepStrictEqual(yield* log.load(stream), [...first, ...second]);
        assert.deepStrictEqual(yield* log.read((first[0]?.position ?? 0) - 1, 1), first);
      })
    );

    it.effect("commits nothing when one of the streams has another version", () =>
      Effect.gen(function* () {
        const [fine, use, row] = [append(), freshUse(), randomUUID()];
        const stale = append();
        yield* commit({ appends: [stale] });
        const refused = yield* Effect.flip(commit({ appends: [fine, stale], uses: [use], secrets: [put(row)] }));
        assert.deepInclude(refused, { _tag: "VersionConflict", stream: stale.stream, expected: 0, actual: 1 });
        assert.strictEqual(yield* lengthOf(fine.stream), 0);
        assert.isFalse(yield* isStored(row));
        assert.isTrue(yield* isFree(use));
      })
    );

    it.effect("requires the version of a stream that it appends nothing to", () =>
      Effect.gen(function* () {
        const [depended, row] = [append(), randomUUID()];
        yield* commit({ appends: [depended] });
        const at = (expectedVersion: number) => ({ ...depended, expectedVersion, events: [] });
        assert.lengthOf(yield* commit({ appends: [append(), at(1)] }), 1);
        assert.lengthOf(yield* commit({ appends: [{ ...append(), events: [] }, append()] }), 1);
        const fine = append();
        const refused = yield* Effect.flip(commit({ appends: [fine, at(0)], secrets: [put(row)] }));
        assert.deepInclude(refused, { _tag: "VersionConflict", stream: depended.stream, expected: 0, actual: 1 });
        assert.deepStrictEqual([yield* lengthOf(fine.stream), yield* lengthOf(depended.stream)], [0, 1]);
        assert.isFalse(yield* isStored(row));
      })
    );

    it.effect("commits nothing when something was used, and says what, also if a stream has another version", () =>
      Effect.gen(function* () {
        const [used, free, row] = [freshUse(), freshUse(), randomUUID()];
        const stale = append();
        yield* commit({ appends: [stale], uses: [used] });
        const fine = append();
        for (const appends of [[fine], [fine, stale]]) {
          const refused = yield* Effect.flip(commit({ appends, uses: [free, used], secrets: [put(row)] }));
          assert.deepInclude(refused, { _tag: "AlreadyUsed", index: 1 });
        }
        assert.strictEqual(yield* lengthOf(fine.stream), 0);
        assert.isFalse(yield* isStored(row));
        assert.isTrue(yield* isFree(free));
      })
    );

    it.effect("lets one of many concurrent units have a use, a stream or both", () =>
      Effect.gen(function* () {
        const [use, stream] = [freshUse(), freshStream()];
        const together = (units: ReadonlyArray<Partial<UnitOfWork>>) =>
          Effect.map(
            Effect.forEach(units, (each) => Effect.exit(commit(each)), { concurrency: "unbounded" }),
            (exits) => exits.filter(({ _tag }) => _tag === "Success").length
          );
        assert.strictEqual(yield* together(Array.from({ length: 20 }, () => ({ uses: [use] }))), 1);
        assert.strictEqual(yield* together(Array.from({ length: 20 }, () => ({ appends: [append(stream)] }))), 1);
        const mixed = Array.from({ length: 20 }, () => ({ appends: [append(stream, 1)], uses: [freshUse()] }));
        assert.strictEqual(yield* together(mixed), 1);
        assert.strictEqual(yield* lengthOf(stream), 2);
      })
    );

    it.effect("consumes what is used without anything to append, all or nothing", () =>
      Effect.gen(function* () {
        const [first, second, third] = [freshUse(), freshUse(), freshUse()];
        assert.deepStrictEqual(yield* commit({ appends: [], uses: [first, second] }), []);
        const refused = yield* Effect.flip(commit({ appends: [], uses: [third, second] }));
        assert.deepInclude(refused, { _tag: "AlreadyUsed", index: 1 });
        assert.isTrue(yield* isFree(third));
      })
    );

    it.effect("lets something be used again once it has expired", () =>
      Effect.gen(function* () {
        const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis);
        const use = freshUse(now + 1_000);
        yield* commit({ uses: [use] });
        yield* TestClock.adjust("1 second");
        assert.lengthOf(yield* commit({ uses: [{ ...use, expiresAt: now + 9_000 }] }), 1);
        const refused = yield* Effect.flip(commit({ uses: [use] }));
        assert.strictEqual(refused._tag, "AlreadyUsed");
      })
    );

    it.effect("joins a surrounding transaction", () =>
      Effect.gen(function* () {
        const { run } = yield* Atomically;
        const [lost, use, row] = [append(), freshUse(), randomUUID()];
        const unit = commit({ appends: [lost], uses: [use], secrets: [put(row)] });
        yield* Effect.flip(run(Effect.zipRight(unit, Effect.fail("refused"))));
        assert.strictEqual(yield* lengthOf(lost.stream), 0);
        assert.isFalse(yield* isStored(row));
        assert.isTrue(yield* isFree(use));
        assert.deepStrictEqual(yield* (yield* EventLog).cached(lost.stream), []);
      })
    );
  });
