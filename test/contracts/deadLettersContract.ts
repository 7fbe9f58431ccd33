import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import type { JsonObject } from "../../src/domain/json/Json.ts";
import {
  type DeadLetter,
  type DeadLetterFilter,
  DeadLetters,
  maxDeadLetterBytes
} from "../../src/domain/sync/DeadLetters.ts";

const every: DeadLetterFilter = { ids: null, collection: null, did: null, reason: null };
const note = "dev.example.note";
const cid = "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454";

const freshDid = () => Did.make(`did:web:${randomUUID()}.test`);

const invalid = (did: Did, rkey: string, more: Partial<DeadLetter> = {}): DeadLetter => ({
  source: "firehose",
  did,
  collection: note,
  uri: `at://${did}/${note}/${rkey}`,
  cid,
  rev: "3l2zpbbhyxs2b",
  reason: "invalid",
  detail: "The field text must be a string",
  value: { $type: note, text: 5 },
  bytes: null,
  receivedAt: 1_790_000_000_123,
  ...more
});

const undecodable = (more: Partial<DeadLetter> = {}): DeadLetter => ({
  source: "firehose",
  did: null,
  collection: null,
  uri: null,
  cid: null,
  rev: null,
  reason: "undecodable",
  detail: null,
  value: null,
  bytes: new Uint8Array([0, 255, 1]),
  receivedAt: 1_790_000_000_456,
  ...more
});

/** The last parts of the addresses of the dead letters of an account, newest first. */
const keysOf = (did: Did, filter: Partial<DeadLetterFilter> = {}, before: number | null = null, limit = 100) =>
  Effect.flatMap(DeadLetters, ({ list }) =>
    Effect.map(list({ ...every, did, ...filter }, before, limit), (all) => all.map(({ uri }) => uri?.split("/").at(-1)))
  );

const addInTurn = (letters: ReadonlyArray<DeadLetter>) =>
  Effect.flatMap(DeadLetters, ({ add }) => Effect.forEach(letters, (letter) => add([letter]), { discard: true }));

const nested = (depth: number): JsonObject => {
  let value: JsonObject = {};
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
};

/** What arrived and is not in the index. */
export const deadLettersContract = <E>(name: string, stores: Layer.Layer<DeadLetters | Atomically, E>) =>
  it.layer(stores, { timeout: "60 seconds" })(`DeadLetters contract: ${name}`, (it) => {
    it.effect("returns what was stored, newest first and in pages", () =>
      Effect.gen(function* () {
        const { find, list } = yield* DeadLetters;
        const did = freshDid();
        const letters = [invalid(did, "a"), undecodable({ did }), invalid(did, "b", { value: null, rev: null })];
        yield* addInTurn(letters);
        const all = yield* list({ ...every, did }, null, 10);
        assert.deepStrictEqual(
          all.map(({ id: _, ...letter }) => letter),
          letters.toReversed()
        );
        assert.deepStrictEqual(yield* list({ ...every, did }, null, 2), all.slice(0, 2));
        assert.deepStrictEqual(yield* list({ ...every, did }, all[1]?.id ?? null, 2), all.slice(2));
        assert.deepStrictEqual(yield* find(`at://${did}/${note}/b`), all[0] ?? null);
        assert.isNull(yield* find(`at://${did}/${note}/c`));
      })
    );

    it.effect("replaces the dead letter of a record by one of the same or a later revision", () =>
      Effect.gen(function* () {
        const { add, find } = yield* DeadLetters;
        const did = freshDid();
        const uri = `at://${did}/${note}/a`;
        yield* addInTurn([invalid(did, "a", { rev: "2" }), invalid(did, "b")]);
        const before = yield* find(uri);
        yield* add([invalid(did, "a", { rev: "1" })]);
        yield* add([invalid(did, "a", { rev: null })]);
        assert.deepStrictEqual(yield* find(uri), before);
        yield* add([invalid(did, "a", { rev: "2", reason: "float" })]);
        assert.strictEqual((yield* find(uri))?.reason, "float");
        assert.isAbove((yield* find(uri))?.id ?? 0, before?.id ?? 0);
        yield* add([invalid(did, "a", { rev: "2" }), invalid(did, "a", { rev: "4" }), invalid(did, "a", { rev: "3" })]);
        assert.strictEqual((yield* find(uri))?.rev, "4");
        assert.deepStrictEqual(yield* keysOf(did), ["a", "b"]);
      })
    );

    it.effect("removes the dead letters of records that changed, unless they are of a later revision", () =>
      Effect.gen(function* () {
        const { add, removeAt } = yield* DeadLetters;
        const did = freshDid();
        const at = (rkey: string, rev: string | null) => ({ uri: `at://${did}/${note}/${rkey}`, rev });
        yield* addInTurn([
          ...["a", "b", "c", "d", "e"].map((rkey) => invalid(did, rkey, { rev: "5" })),
          invalid(did, "f", { rev: null }),
          undecodable({ did })
        ]);
        yield* removeAt([at("a", "5"), at("b", "4"), at("c", "6"), at("d", null), at("f", "1"), at("x", "9")]);
        assert.deepStrictEqual(yield* keysOf(did), [undefined, "e", "b"]);
        yield* removeAt([]);
        yield* add([]);
      })
    );

    it.effect("counts and drops what matches", () =>
      Effect.gen(function* () {
        const { count, drop, evicted, list } = yield* DeadLetters;
        const [alice, bob] = [freshDid(), freshDid()];
        const collection = `dev.example.n${randomUUID().slice(0, 8)}`;
        yield* addInTurn([
          invalid(alice, "a", { collection }),
          invalid(alice, "b", { reason: "float" }),
          invalid(alice, "c", { collection, reason: "float" }),
          invalid(bob, "d", { collection })
        ]);
        assert.strictEqual(yield* count({ ...every, collection }), 3);
        assert.strictEqual(yield* count({ ...every, collection, did: alice, reason: "float" }), 1);
        assert.deepStrictEqual(yield* keysOf(alice, { reason: "float" }), ["c", "b"]);
        assert.strictEqual(yield* drop({ ...every, ids: [] }), 0);
        const [newest] = yield* list({ ...every, did: alice }, null, 1);
        assert.strictEqual(yield* drop({ ...every, ids: [newest?.id ?? 0, -1] }), 1);
        assert.deepStrictEqual(yield* keysOf(alice), ["b", "a"]);
        assert.strictEqual(yield* drop({ ...every, collection }), 2);
        assert.deepStrictEqual([yield* keysOf(alice), yield* keysOf(bob)], [["b"], []]);
        yield* drop(every);
        assert.deepStrictEqual([yield* count(every), yield* evicted], [0, 0]);
      })
    );

    it.effect("counts the records of each collection", () =>
      Effect.gen(function* () {
        const { collections, drop } = yield* DeadLetters;
        yield* drop(every);
        const did = freshDid();
        yield* addInTurn([
          invalid(did, "a"),
          invalid(did, "b"),
          invalid(did, "c", { collection: "dev.example.other" }),
          invalid(did, "d", { collection: "not an NSID" }),
          undecodable({ did, collection: note })
        ]);
        const counted: ReadonlyMap<string, number> = yield* collections;
        assert.deepStrictEqual(
          counted,
          new Map([
            [note, 2],
            ["dev.example.other", 1]
          ])
        );
      })
    );

    it.effect.each([
      {
        title: "U+0000 everywhere",
        more: { collection: "a\0b", cid: "\0", rev: "\u0001\0", detail: "\0\0", value: { "\0": "\0" } }
      },
      { title: "a prototype as a field", more: { value: JSON.parse('{"__proto__":{"a":1}}') } },
      { title: "a half of a surrogate pair", more: { value: { text: "\ud800" } } },
      { title: "a value that is nested 2,000 deep", more: { value: nested(2_000) } },
      { title: "a value of 900,000 characters", more: { value: { text: "x".repeat(900_000) } } }
    ])("stores $title", ({ more }) =>
      Effect.gen(function* () {
        const { add, find, removeAt } = yield* DeadLetters;
        const letter = invalid(freshDid(), "\0", more);
        const uri = letter.uri ?? "";
        yield* add([letter]);
        const stored = yield* find(uri);
        assert.strictEqual(JSON.stringify(stored?.value), JSON.stringify(letter.value));
        assert.deepStrictEqual({ ...stored, id: 0, value: null }, { ...letter, id: 0, value: null });
        yield* removeAt([{ uri, rev: null }]);
        assert.isNull(yield* find(uri));
      })
    );

    it.effect("cuts off what is too long", () =>
      Effect.gen(function* () {
        const { add, list } = yield* DeadLetters;
        const did = freshDid();
        yield* add([
          invalid(did, "a".repeat(3_000_000), {
            collection: "a".repeat(10_000),
            detail: "b".repeat(10_000),
            value: { text: "c".repeat(1_000_000) },
            bytes: new Uint8Array(maxDeadLetterBytes + 1).fill(7)
          }),
          invalid(did, "b", { value: nested(200_000) })
        ]);
        const [deep, long] = (yield* list({ ...every, did }, null, 2)).toSorted(
          (a, b) => (a.uri?.length ?? 0) - (b.uri?.length ?? 0)
        );
        assert.isNull(deep?.value);
        assert.deepStrictEqual(
          [long?.uri?.length, long?.collection?.length, long?.detail?.length, long?.value, long?.bytes?.length],
          [8_192, 320, 1_000, null, maxDeadLetterBytes]
        );
      })
    );

    it.effect("takes part in a transaction", () =>
      Effect.gen(function* () {
        const { add } = yield* DeadLetters;
        const { run } = yield* Atomically;
        const did = freshDid();
        yield* Effect.flip(run(Effect.zipRight(add([invalid(did, "a")]), Effect.fail("refused"))));
        assert.deepStrictEqual(yield* keysOf(did), []);
        yield* run(add([invalid(did, "a")]));
        assert.deepStrictEqual(yield* keysOf(did), ["a"]);
      })
    );

    it.effect("stores what two callers add in any order", () =>
      Effect.gen(function* () {
        const { add, count } = yield* DeadLetters;
        const did = freshDid();
        const all = Array.from({ length: 100 }, (_, at) => invalid(did, `k${at}`));
        yield* Effect.all([add(all), add(all.toReversed()), add(all)], { concurrency: "unbounded" });
        assert.strictEqual(yield* count({ ...every, did }), 100);
      })
    );
  });

/** The limits in `deadLetterLimitsContract`. */
export const smallLimits = { lettersPerAccount: 3, sizePerAccount: 30_000, letters: 6, size: 100_000 };

/** What is evicted beyond `smallLimits`. */
export const deadLetterLimitsContract = <E>(name: string, stores: Layer.Layer<DeadLetters, E>) =>
  it.layer(stores, { timeout: "60 seconds" })(`DeadLetters limits: ${name}`, (it) => {
    const counted = <A, R>(evicting: Effect.Effect<A, unknown, R>) =>
      Effect.gen(function* () {
        const { drop, evicted } = yield* DeadLetters;
        yield* drop(every);
        const before = yield* evicted;
        yield* Effect.orDie(evicting);
        return (yield* evicted) - before;
      });

    it.effect("evicts the oldest of an account", () =>
      Effect.gen(function* () {
        const [alice, bob] = [freshDid(), freshDid()];
        const letters = ["a", "b", "c", "d", "e"].map((rkey) => invalid(alice, rkey));
        assert.strictEqual(yield* counted(addInTurn([invalid(bob, "x"), ...letters])), 2);
        assert.deepStrictEqual(yield* keysOf(alice), ["e", "d", "c"]);
        assert.deepStrictEqual(yield* keysOf(bob), ["x"]);
      })
    );

    it.effect("evicts the oldest of those whose account is not known", () =>
      Effect.gen(function* () {
        const { count } = yield* DeadLetters;
        assert.strictEqual(yield* counted(addInTurn(Array.from({ length: 5 }, () => undecodable()))), 2);
        assert.strictEqual(yield* count(every), 3);
      })
    );

    it.effect("evicts the oldest of an account whose dead letters are large", () =>
      Effect.gen(function* () {
        const alice = freshDid();
        const large = ["a", "b", "c"].map((rkey) => invalid(alice, rkey, { value: { text: "x".repeat(14_000) } }));
        assert.strictEqual(yield* counted(addInTurn(large)), 1);
        assert.deepStrictEqual(yield* keysOf(alice), ["c", "b"]);
      })
    );

    it.effect("evicts the oldest of all", () =>
      Effect.gen(function* () {
        const { count } = yield* DeadLetters;
        const dids = Array.from({ length: 8 }, freshDid);
        assert.strictEqual(yield* counted(addInTurn(dids.map((did) => invalid(did, "a")))), 2);
        assert.strictEqual(yield* count(every), 6);
        for (const did of dids.slice(0, 2)) assert.deepStrictEqual(yield* keysOf(did), []);
      })
    );

    it.effect("evicts the oldest of all when they are large", () =>
      Effect.gen(function* () {
        const { count } = yield* DeadLetters;
        const large = Array.from({ length: 5 }, () =>
          invalid(freshDid(), "a", { value: { text: "x".repeat(24_000) } })
        );
        assert.strictEqual(yield* counted(addInTurn(large)), 1);
        assert.strictEqual(yield* count(every), 4);
      })
    );

    it.effect("counts what concurrent callers evict", () =>
      Effect.gen(function* () {
        const { add, count } = yield* DeadLetters;
        const callers = Array.from({ length: 6 }, (_, at) => {
          const did = freshDid();
          return add(Array.from({ length: 5 }, (_each, key) => invalid(did, `k${at}-${key}`)));
        });
        const evicted = yield* counted(Effect.all(callers, { concurrency: "unbounded" }));
        assert.strictEqual(evicted + (yield* count(every)), 30);
      })
    );
  });
