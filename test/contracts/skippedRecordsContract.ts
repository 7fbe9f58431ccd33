import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Did } from "../../src/domain/atproto/Did.ts";
import {
  maxSkippedPerAccount,
  type SkippedOfRepository,
  SkippedRecords
} from "../../src/domain/sync/backfill/SkippedRecords.ts";
import type { SkipReason } from "../../src/domain/sync/backfill/SkipReason.ts";

const alice = Did.make("did:plc:alice234alice234alice234");
const bob = Did.make("did:plc:bob34bob34bob34bob34bobb");
const cid = "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454";
const indexedAt = Date.parse("2026-11-28T12:00:00.123Z");

const skippedOf = (did: Did, keys: ReadonlyArray<string>, reason: SkipReason = "float"): SkippedOfRepository => ({
  did,
  rev: "3l2zpbbhyxs2b",
  indexedAt,
  total: keys.length,
  records: keys.map((key) => ({ uri: `at://${did}/dev.example.note/${key}`, cid, reason }))
});

const uris = (did: Did | null, after: number | null = null, limit = 10_000) =>
  Effect.flatMap(SkippedRecords, ({ list }) =>
    Effect.map(list(did, after, limit), (all) => all.map(({ uri }) => uri.replace("/dev.example.note", "")))
  );
const of = (did: Did, ...keys: ReadonlyArray<string>) => keys.map((key) => `at://${did}/${key}`);

/** What is kept of the records that indexing skipped. */
export const skippedRecordsContract = <E>(name: string, layer: Layer.Layer<SkippedRecords, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`SkippedRecords contract: ${name}`, (it) => {
    it.effect("keeps what the last indexing of an account skipped, and nothing of earlier ones", () =>
      Effect.gen(function* () {
        const { count, list, replace } = yield* SkippedRecords;
        assert.deepStrictEqual([yield* uris(null), yield* count(null), yield* count(alice)], [[], 0, 0]);
        yield* replace(skippedOf(alice, ["a", "b"]));
        yield* replace(skippedOf(bob, ["c"], "invalid-utf8"));
        const [first, second] = yield* list(alice, null, 10);
        assert.deepStrictEqual(first, {
          position: first?.position ?? 0,
          did: alice,
          uri: `at://${alice}/dev.example.note/a`,
          cid,
          reason: "float",
          rev: "3l2zpbbhyxs2b",
          indexedAt
        });
        assert.isAbove(second?.position ?? 0, first?.position ?? 0);
        yield* replace(skippedOf(alice, ["..", "d"], "not-a-record-key"));
        assert.deepStrictEqual(yield* uris(alice), of(alice, "..", "d"));
        assert.deepStrictEqual(yield* uris(null), [...of(bob, "c"), ...of(alice, "..", "d")]);
        assert.deepStrictEqual([yield* count(null), yield* count(alice), yield* count(bob)], [3, 2, 1]);
        yield* replace(skippedOf(alice, []));
        assert.deepStrictEqual([yield* uris(alice), yield* count(alice), yield* count(null)], [[], 0, 1]);
      })
    );

    it.effect("returns pages that continue where the previous one ended", () =>
      Effect.gen(function* () {
        const { list, replace } = yield* SkippedRecords;
        yield* replace(skippedOf(alice, ["a", "b", "c"]));
        yield* replace(skippedOf(bob, ["d", "e"]));
        const page = yield* list(null, null, 2);
        const after = page.at(-1)?.position ?? 0;
        assert.deepStrictEqual(yield* uris(null, null, 2), of(alice, "a", "b"));
        assert.deepStrictEqual(yield* uris(null, after, 2), [...of(alice, "c"), ...of(bob, "d")]);
        assert.deepStrictEqual(yield* uris(bob, after, 1), of(bob, "d"));
        assert.deepStrictEqual(yield* uris(alice, after), of(alice, "c"));
      })
    );

    it.effect("keeps 1,000 records of an account, and their total number", () =>
      Effect.gen(function* () {
        const { count, replace } = yield* SkippedRecords;
        yield* replace(skippedOf(bob, []));
        const keys = Array.from({ length: maxSkippedPerAccount + 1 }, (_, at) => `k${at}`);
        yield* replace({ ...skippedOf(alice, keys), total: 70_000 });
        assert.deepStrictEqual(yield* uris(alice), of(alice, ...keys.slice(0, maxSkippedPerAccount)));
        assert.deepStrictEqual([yield* count(alice), yield* count(null)], [70_000, 70_000]);
      })
    );

    it.effect("keeps one of two concurrent lists of an account completely", () =>
      Effect.gen(function* () {
        const { replace } = yield* SkippedRecords;
        const lists = ["a", "b", "c", "d"].map((key) => skippedOf(alice, [`${key}1`, `${key}2`, `${key}3`]));
        yield* Effect.forEach(lists, replace, { concurrency: "unbounded" });
        const kept = yield* uris(alice);
        const key = kept[0]?.at(-2) ?? "";
        assert.deepStrictEqual(kept, of(alice, `${key}1`, `${key}2`, `${key}3`));
      })
    );
  });
