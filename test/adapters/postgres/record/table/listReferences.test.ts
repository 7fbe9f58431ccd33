import { SqlClient } from "@effect/sql/SqlClient";
import { expect, layer } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import { layer as recordIndexPostgres } from "../../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { listsTableName, tableName } from "../../../../../src/adapters/postgres/record/sql/sqlNames.ts";
import { Nsid } from "../../../../../src/domain/atproto/Nsid.ts";
import type { LexiconSet } from "../../../../../src/domain/lexicon/model/LexiconSet.ts";
import type { IndexedRecord } from "../../../../../src/domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../../../../../src/domain/record/index/RecordIndex.ts";
import type { Index } from "../../../../contracts/recordIndexEquality.ts";
import { recordOf, setOf } from "../../../../contracts/recordIndexFixture.ts";
import { recordsDatabase } from "../recordsDatabase.ts";

const nsid = Nsid.make("test.lists.kept");
const list = {
  _tag: "List",
  item: { _tag: "Scalar", type: "string", format: "at-uri", knownValues: [] }
} as const;

const lists = (...names: ReadonlyArray<string>): LexiconSet =>
  setOf(nsid, Object.fromEntries(names.map((name) => [name, list])));

const anotherProcess = Effect.map(Layer.build(recordIndexPostgres()), Context.get(RecordIndex));

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, at) => at);

/** Some of eight targets in two lists, some of them twice, and different ones in every round. */
const kept = (key: number, round: number): IndexedRecord => {
  const named = (salt: number) =>
    numbers((key + round + salt) % 4).map(
      (at) => `at://did:plc:alice/test.lists.target/${(key * 3 + round * salt + at) % 8}`
    );
  return recordOf(nsid, `k${key}`, { a: [...named(1), ...named(1)], b: named(5) });
};

const table = `tidemark_records."${tableName(nsid)}"`;
const references = `tidemark_records."${listsTableName(nsid)}"`;

/** The rows that the table of references has in excess, and those that it lacks. */
const differences = Effect.flatMap(SqlClient, (sql) =>
  sql.unsafe<{ surplus: number; lacking: number; all: number }>(`
    with held as (select uri, e.key, u.target, indexed_at from ${table} t cross join lateral jsonb_each(t.paths) e
        cross join lateral jsonb_array_elements_text(e.value) u (target) where starts_with(e.key, 'l[')),
      kept as (select r.uri, r.target, r.indexed_at, count(*) as times from ${references} r group by 1, 2, 3),
      wanted as (select uri, target, indexed_at, count(*) as times from held group by 1, 2, 3)
    select (select count(*)::int from (select * from kept except select * from wanted) s) as surplus,
      (select count(*)::int from (select * from wanted except select * from kept) l) as lacking,
      (select count(*)::int from kept) as all`)
);

const exact = Effect.gen(function* () {
  const [found] = yield* differences;
  expect(found).toMatchObject({ surplus: 0, lacking: 0 });
  return found?.all ?? 0;
});

layer(recordsDatabase, { excludeTestServices: true })("references in lists", (it) => {
  it.scoped("are those of the rows, whichever processes put, replace and remove the same records at once", () =>
    Effect.gen(function* () {
      const processes = yield* Effect.all([anotherProcess, anotherProcess, anotherProcess]);
      yield* Effect.forEach(processes, (index) => index.define(lists("a", "b")));
      const change = (index: Index, by: number) => (round: number) => {
        const key = (round * 7 + by) % 5;
        if ((round + by) % 6 === 0) return index.remove(kept(key, round).uri, null);
        if ((round + by) % 5 === 0) return index.putAll(numbers(5).map((at) => kept(at, round + by)));
        return index.put(kept(key, round * 3 + by));
      };
      yield* Effect.forEach(processes, (index, by) => Effect.forEach(numbers(150), change(index, by)), {
        concurrency: "unbounded"
      });
      expect(yield* exact).toBeGreaterThan(0);
    })
  );

  it.scoped(
    "are added and deleted as the Lexicons change, while a process that does not know it continues to write",
    () =>
      Effect.gen(function* () {
        const [first, second] = yield* Effect.all([anotherProcess, anotherProcess]);
        yield* Effect.all([first.define(lists()), second.define(lists())]);
        yield* first.putAll(numbers(1200).map((key) => kept(key, 0)));
        const writing = yield* Effect.fork(Effect.forEach(numbers(200), (key) => second.put(kept(key, 1))));
        yield* first.define(lists("a", "b"));
        yield* Fiber.join(writing);
        yield* second.define(lists("a", "b"));
        const both = yield* exact;
        yield* first.define(lists("b"));
        const one = yield* exact;
        expect(one).toBeGreaterThan(0);
        expect(one).toBeLessThan(both);
        yield* second.define(lists());
        expect(yield* exact).toBe(0);
      })
  );

  it.scoped("need no table, no index and no trigger if a collection has none", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const plain = Nsid.make("test.lists.none");
      yield* (yield* anotherProcess).define(setOf(plain, { a: list.item, text: { ...list.item, format: null } }));
      const [found] = yield* sql<{ references: string | null; triggers: number }>`
        select to_regclass(${`tidemark_records.${listsTableName(plain)}`})::text as references,
          (select count(*)::int from pg_trigger
            where tgrelid = ${`tidemark_records.${tableName(plain)}`}::regclass and starts_with(tgname, 'keep_lists')) as triggers`;
      expect(found).toEqual({ references: null, triggers: 0 });
    })
  );
});
