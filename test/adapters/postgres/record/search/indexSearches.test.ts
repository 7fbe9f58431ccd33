import { SqlClient } from "@effect/sql/SqlClient";
import { assert, layer } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Schedule from "effect/Schedule";
import * as RecordIndexPostgres from "../../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import * as indexSearches from "../../../../../src/adapters/postgres/record/search/indexSearches.ts";
import { SearchStates } from "../../../../../src/adapters/postgres/record/search/SearchStates.ts";
import { tableName } from "../../../../../src/adapters/postgres/record/sql/sqlNames.ts";
import * as FieldUsagePostgres from "../../../../../src/adapters/postgres/record/usage/FieldUsagePostgres.ts";
import { Cid } from "../../../../../src/domain/atproto/Cid.ts";
import { Nsid } from "../../../../../src/domain/atproto/Nsid.ts";
import { FieldUsage } from "../../../../../src/domain/record/index/FieldUsage.ts";
import type { IndexedField } from "../../../../../src/domain/record/index/IndexedField.ts";
import { RecordIndex } from "../../../../../src/domain/record/index/RecordIndex.ts";
import type { RecordQuery } from "../../../../../src/domain/record/query/RecordQuery.ts";
import { maxUnindexedRecords } from "../../../../../src/domain/search/SearchRefused.ts";
import { pageOf, parameter, recordOf, rkey, scalar, setOf } from "../../../../contracts/recordIndexFixture.ts";
import { needlesOf } from "../../../../contracts/searches.ts";
import { migratedDatabase } from "../../migratedDatabase.ts";

const nsid = Nsid.make("test.search.note");
const lexicons = setOf(nsid, { title: scalar("string"), text: scalar("string") });
const table = `tidemark_records."${tableName(nsid)}"`;

const title: IndexedField = { collection: nsid, field: "title", purpose: "search" };
const text: IndexedField = { collection: nsid, field: "text", purpose: "search" };

const otherCid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64other", true);

/** The index of a process with configured fields. */
const process = (...fields: ReadonlyArray<IndexedField>) => {
  const states = new SearchStates(fields);
  return Effect.map(
    Layer.build(
      indexSearches
        .layer(states, "20 millis")
        .pipe(Layer.provide(RecordIndexPostgres.layer({ searches: states, timeout: "60 seconds" })))
    ),
    Context.get(RecordIndex)
  );
};

/** The index of a process that stores no words. */
const otherProcess = Effect.map(Layer.build(RecordIndexPostgres.layer()), Context.get(RecordIndex));

const searching = (field: string): RecordQuery =>
  pageOf(
    nsid,
    [
      { _tag: "TotalCount", key: "count" },
      { _tag: "Nodes", key: "nodes", selection: [rkey] }
    ],
    {
      where: {
        _tag: "Search",
        operand: { _tag: "PropertyOperand", path: [field], type: "string" },
        needles: parameter(1)
      }
    }
  );

const count = (index: RecordIndex["Type"], search: string, field = "title") =>
  Effect.map(index.query(searching(field), [1, needlesOf(search)]), (found) =>
    Number(/"count":(\d+)/.exec(found)?.[1])
  );

const outcome = (index: RecordIndex["Type"], search: string, field = "title") =>
  Effect.map(Effect.either(count(index, search, field)), (either) =>
    Either.isRight(either) ? either.right : either.left._tag === "SearchRefused" ? either.left.reason : "failed"
  );

const until = <A>(wanted: A, effect: Effect.Effect<A, unknown, SqlClient>) =>
  effect.pipe(
    Effect.repeat({ until: (found) => found === wanted, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("60 seconds")
  );

const one = (statement: string) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.map(sql.unsafe<{ readonly value: string }>(statement), ([row]) => String(row?.value))
  );

const withWords = one(`select count(*)::text as value from ${table} where words_of is not null`);
const wordIndexes = one(
  `select count(*)::text as value from pg_index where indisvalid and indexrelid::regclass::text ~ '"[sw][$]'`
);

/** Stores records as a process of an earlier version would, without words. */
const manyRecords = Effect.flatMap(SqlClient, (sql) =>
  sql.unsafe(`insert into ${table} (uri, cid, did, rkey, indexed_at, value, paths, layout, s_title, s_text)
    select 'at://did:plc:alice/${nsid}/' || n, 'cid' || n, 'did:plc:alice', n::text, n,
      jsonb_build_object('title', title, 'text', 'Text ' || n)::text, '{}', c.layout, title, 'Text ' || n
    from generate_series(1, ${maxUnindexedRecords}) n
    cross join lateral (select 'Note number ' || n || case when n % 100 = 0 then ' Crème' else '' end as title) t
    cross join (select layout from tidemark_records.collections where nsid = '${nsid}') c`)
);

layer(migratedDatabase, { excludeTestServices: true, timeout: "120 seconds" })("Searches in PostgreSQL", (it) => {
  it.effect(
    "of a small collection are complete or refused",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const index = yield* process();
          const other = yield* otherProcess;
          yield* index.define(lexicons);
          yield* other.define(lexicons);
          yield* index.put(recordOf(nsid, "small1", { title: "Crème" }));
          assert.strictEqual(yield* count(index, "creme"), 1);
          yield* other.put(recordOf(nsid, "small2", { title: "creme" }));
          assert.include(["not-ready", 2], yield* outcome(index, "creme"));
          yield* until<unknown>(2, outcome(index, "creme"));
          assert.strictEqual(yield* outcome(other, "creme"), "not-indexed");
        })
      ),
    60_000
  );

  it.effect(
    "of a large collection need an index, which is built while records are stored",
    () =>
      Effect.gen(function* () {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const index = yield* process();
            yield* index.define(lexicons);
            yield* manyRecords;
            yield* index.define(lexicons);
            assert.strictEqual(yield* outcome(index, "creme"), "not-indexed");
            yield* until("0", withWords);
          })
        );
        yield* Effect.scoped(
          Effect.gen(function* () {
            const index = yield* process(title);
            yield* index.define(lexicons);
            assert.strictEqual(yield* outcome(index, "creme"), "not-ready");
            for (let at = 0; at < 50; at += 1) yield* index.put(recordOf(nsid, `new${at}`, { title: "Crème" }));
            yield* until<unknown>(152, outcome(index, "creme"));
            assert.strictEqual(yield* outcome(index, "text", "text"), "not-indexed");
            const plan = yield* Effect.flatMap(SqlClient, (sql) =>
              sql.unsafe<{ "QUERY PLAN": string }>(
                `explain (generic_plan) select uri from ${table} t where array_to_tsvector(array_remove(string_to_array(
                  (coalesce((t.words ->> '["title"]'), '')), ' '), '')) @@ $1::tsquery limit 1001`
              )
            );
            assert.match(plan.map((line) => line["QUERY PLAN"]).join("\n"), /Index Scan on "s\$/);
          })
        );
      }),
    120_000
  );

  it.effect(
    "go on while another field is indexed, and find what another process stored",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const index = yield* process(title, text);
          const other = yield* otherProcess;
          yield* index.define(lexicons);
          yield* other.define(lexicons);
          assert.strictEqual(yield* outcome(index, "creme"), 152);
          yield* until<unknown>(10_000, outcome(index, "text", "text"));
          assert.strictEqual(yield* outcome(index, "text", "title"), 0);
          yield* other.put(recordOf(nsid, "other", { title: "Crème brûlée" }));
          yield* until<unknown>(1, outcome(index, "brulee"));
          yield* other.put(recordOf(nsid, "new1", { title: "Brûlée" }, { cid: otherCid }));
          yield* until<unknown>(
            "2",
            one(`select count(*)::text as value from ${table} where words ->> '["title"]' like '% brulee %'`)
          );
        })
      ),
    120_000
  );

  it.effect(
    "are repaired if the index was lost, and served in the advice about indexes",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient;
          yield* sql.unsafe(`update ${table} set words = null, words_of = null where rkey like 'new%'`);
          const index = yield* process(title);
          yield* index.define(lexicons);
          yield* until("0", one(`select count(*)::text as value from ${table} where words_of is null`));
          yield* until<unknown>(152, outcome(index, "creme"));
          yield* sql.unsafe(`insert into tidemark_records.field_usage (collection, field, type, operator, uses, last_used_at)
            values ('${nsid}', 'title', 'string', 'search', 1, now()), ('${nsid}', 'text', 'string', 'search', 1, now())`);
          const used = yield* Effect.flatMap(FieldUsage, ({ read }) => read).pipe(
            Effect.provide(FieldUsagePostgres.layer)
          );
          assert.deepStrictEqual(used.map(({ field, isServed }) => [field, isServed]).sort(), [
            ["text", false],
            ["title", true]
          ]);
        })
      ),
    120_000
  );

  it.effect(
    "are refused again, and their words and indexes deleted, when the setting goes",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const index = yield* process();
          yield* index.define(lexicons);
          assert.strictEqual(yield* outcome(index, "creme"), "not-indexed");
          yield* until("0", withWords);
          yield* until("0", wordIndexes);
          yield* until(
            "0",
            one(`select count(*)::text as value from tidemark_records.word_indexes where nsid = '${nsid}'`)
          );
        })
      ),
    120_000
  );
});
