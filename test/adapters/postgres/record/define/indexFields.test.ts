import { SqlClient } from "@effect/sql/SqlClient";
import { expect, layer } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schedule from "effect/Schedule";
import * as indexFields from "../../../../../src/adapters/postgres/record/define/indexFields.ts";
import * as RecordIndexPostgres from "../../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { tableName } from "../../../../../src/adapters/postgres/record/sql/sqlNames.ts";
import * as countFieldUse from "../../../../../src/adapters/postgres/record/usage/countFieldUse.ts";
import * as FieldUsagePostgres from "../../../../../src/adapters/postgres/record/usage/FieldUsagePostgres.ts";
import { Nsid } from "../../../../../src/domain/atproto/Nsid.ts";
import { FieldUsage } from "../../../../../src/domain/record/index/FieldUsage.ts";
import type { IndexedField } from "../../../../../src/domain/record/index/IndexedField.ts";
import { RecordIndex } from "../../../../../src/domain/record/index/RecordIndex.ts";
import type { Page, RecordQuery, SortKey } from "../../../../../src/domain/record/query/RecordQuery.ts";
import { lexiconsOfDocuments } from "../../../../domain/lexicon/lexiconsOf.ts";
import { silentLogger } from "../../../../support/silentLogger.ts";
import { migratedDatabase } from "../../migratedDatabase.ts";

const nsid = Nsid.make("com.example.post");
const lexicons = lexiconsOfDocuments({
  lexicon: 1,
  id: nsid,
  defs: {
    main: {
      type: "record",
      key: "tid",
      record: {
        type: "object",
        properties: { title: { type: "string" }, createdAt: { type: "string", format: "datetime" } }
      }
    }
  }
});

const parameter = (index: number) => ({ _tag: "Parameter", index }) as const;
const newest: SortKey = { operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" };
const written: SortKey = {
  operand: { _tag: "PropertyOperand", path: ["createdAt"], type: "instant" },
  direction: "DESC"
};
const titled: Page["where"] = {
  _tag: "Compare",
  operand: { _tag: "PropertyOperand", path: ["title"], type: "string" },
  operator: "eq",
  value: parameter(1)
};

const query = (where: Page["where"], sort: SortKey): RecordQuery => ({
  roots: [
    {
      _tag: "PageRoot",
      key: "page",
      page: {
        collection: nsid,
        where,
        sort: [sort],
        direction: "forward",
        take: parameter(0),
        after: null,
        before: null,
        members: [{ _tag: "Nodes", key: "nodes", selection: [{ _tag: "MetaField", key: "uri", meta: "uri" }] }]
      }
    }
  ]
});
const byTitle = query(titled, newest);
const byTime = query({ _tag: "Every", filters: [] }, written);

/** The index of a process with configured fields. */
const process = (...fields: ReadonlyArray<IndexedField>) =>
  Effect.map(
    Layer.build(
      indexFields
        .layer(fields, "50 millis")
        .pipe(Layer.provide(countFieldUse.layer), Layer.provide(RecordIndexPostgres.layer()))
    ),
    Context.get(RecordIndex)
  );

const usage = Effect.flatMap(FieldUsage, ({ read }) => read).pipe(Effect.provide(FieldUsagePostgres.layer));
const uses = Effect.map(usage, (fields) =>
  fields.map(({ field, operator, uses, isServed }) => [field, operator, uses, isServed])
);

const names = Effect.flatMap(
  SqlClient,
  (sql) =>
    sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
    where indisvalid and indexrelid::regclass::text like '%x$%' order by 1`
);
const until = (count: number) =>
  names.pipe(
    Effect.repeat({ until: (found) => found.length === count, schedule: Schedule.spaced("10 millis") }),
    Effect.timeout("40 seconds")
  );

const filter: IndexedField = { collection: nsid, field: "title", purpose: "filter" };
const order: IndexedField = { collection: nsid, field: "createdAt", purpose: "desc" };

layer(migratedDatabase, { excludeTestServices: true })("The use of fields, and their indexes", (it) => {
  it.effect("is counted in memory, and stored when the process ends", () =>
    Effect.gen(function* () {
      yield* Effect.scoped(
        Effect.gen(function* () {
          const index = yield* process();
          yield* index.define(lexicons);
          for (const _ of [1, 2, 3]) yield* index.query(byTitle, [1, "a"]);
          yield* index.queryBytes(byTime, [1]);
          expect(yield* uses).toEqual([]);
        })
      );
      expect(yield* uses).toEqual([
        ["title", "eq", 3, false],
        ["createdAt", "desc", 1, false]
      ]);
    })
  );

  it.effect("is added up over processes", () =>
    Effect.gen(function* () {
      yield* Effect.scoped(
        Effect.gen(function* () {
          const index = yield* process();
          yield* index.define(lexicons);
          yield* index.query(byTitle, [1, "a"]);
        })
      );
      expect((yield* uses)[0]).toEqual(["title", "eq", 4, false]);
    })
  );

  it.effect(
    "is served by the configured indexes, which are dropped when they no longer are",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient;
        yield* Effect.scoped(
          Effect.gen(function* () {
            const index = yield* process(filter, order);
            yield* index.define(lexicons);
            yield* until(2);
          })
        );
        expect((yield* uses).map(([field, , , served]) => [field, served])).toEqual([
          ["title", true],
          ["createdAt", true]
        ]);
        const table = `tidemark_records."${tableName(nsid)}"`;
        yield* sql.unsafe(`insert into ${table} (uri, cid, did, rkey, indexed_at, value, paths, layout, s_title, "t_createdAt")
        select n::text, '', '', '', hashint4(n), '{}', '{}', '', 'title ' || n % 5, hashint4(n + 7) from generate_series(1, 5000) n`);
        yield* sql.unsafe(`analyze ${table}`);
        const plans = [
          `select uri from ${table} where s_title = $1 order by indexed_at desc, uri desc limit 50`,
          `select uri from ${table} where $1 = '' order by "t_createdAt" desc nulls last, uri desc limit 50`
        ];
        for (const text of plans) {
          const lines = yield* sql.unsafe<{ "QUERY PLAN": string }>(`explain (generic_plan, costs off) ${text}`);
          const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
          expect(plan).toMatch(/Index (Only )?Scan using "x\$i\$/);
          expect(plan).not.toContain("Sort");
        }
        yield* Effect.scoped(
          Effect.gen(function* () {
            const index = yield* process(filter);
            yield* index.define(lexicons);
            yield* until(1);
          })
        );
        yield* Effect.scoped(
          Effect.gen(function* () {
            const index = yield* process();
            yield* index.define(lexicons);
            yield* until(0);
          })
        );
      }),
    120_000
  );

  it.effect(
    "an index whose creation was interrupted is recreated, and unknown fields are logged",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient;
          const index = yield* process(filter, { collection: nsid, field: "nothing", purpose: "asc" });
          yield* index.define(lexicons);
          yield* until(1);
          const [found] = yield* names;
          yield* sql.unsafe(`update pg_index set indisvalid = false where indexrelid = '${found?.name}'::regclass`);
          yield* index.define(lexicons);
          yield* until(1);
        })
      ).pipe(Effect.provide(silentLogger)),
    120_000
  );

  it.effect(
    "an index whose creation failed because the disk was full is created once there is space",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient;
          const before = yield* process();
          yield* before.define(lexicons);
          yield* until(0);
          // A sequence keeps the count of attempts that are rolled back.
          yield* sql.unsafe(`
            create sequence attempts;
            create function refuse_index() returns event_trigger language plpgsql as $$
            begin
              perform nextval('attempts');
              raise exception 'No space left on device' using errcode = '53100';
            end $$;
            create event trigger full_disk on ddl_command_start when tag in ('CREATE INDEX') execute function refuse_index();
          `);
          const index = yield* process(filter);
          yield* index.define(lexicons);
          yield* sql<{ tried: boolean }>`select last_value > 1 as tried from attempts`.pipe(
            Effect.repeat({ until: ([row]) => row?.tried === true, schedule: Schedule.spaced("10 millis") }),
            Effect.timeout("40 seconds")
          );
          yield* sql.unsafe("drop event trigger full_disk");
          yield* until(1);
        })
      ).pipe(Effect.provide(silentLogger)),
    120_000
  );
});
