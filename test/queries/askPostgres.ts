import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import * as Tracer from "effect/Tracer";
import { layer as labelPreferences } from "../../src/adapters/postgres/labels/LabelPreferencesPostgres.ts";
import { layer as labelStore } from "../../src/adapters/postgres/labels/LabelStorePostgres.ts";
import { RowReader } from "../../src/adapters/postgres/reads/RowReader.ts";
import { syncIndexes } from "../../src/adapters/postgres/record/define/extraIndexes.ts";
import * as RecordIndexPostgres from "../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { WordKeeper } from "../../src/adapters/postgres/record/search/keepWords.ts";
import { SearchStates } from "../../src/adapters/postgres/record/search/SearchStates.ts";
import { LabelPreferences } from "../../src/domain/label/LabelPreferences.ts";
import { LabelStore } from "../../src/domain/label/LabelStore.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { ParameterValue, RecordQuery } from "../../src/domain/record/query/RecordQuery.ts";
import { migratedDatabase } from "../adapters/postgres/migratedDatabase.ts";
import { actors, labels, records, viewer } from "./dataSet.ts";
import { lexicons } from "./lexicons.ts";
import { Explained, type IndexColumns, planShape, withoutHash } from "./planShape.ts";
import type { Asked } from "./snapshot.ts";

/** As `INDEXED_FIELDS` would be set. */
const indexed = [
  { collection: "test.feed.post", field: "lang", purpose: "filter" },
  { collection: "test.feed.post", field: "createdAt", purpose: "desc" }
] as const;

/** The fields that are searched by an index. */
export const searched = [{ collection: "test.feed.post", field: "text", purpose: "search" }] as const;

const searches = new SearchStates(searched);

/** Until when everybody has seen the notifications. */
const seenAt = Date.UTC(2026, 0, 15) * 1000;

/** Tells an index the data set. */
export const tell = (index: RecordIndex["Type"]) =>
  Effect.gen(function* () {
    yield* index.define(lexicons);
    yield* Effect.forEach(records, index.put, { concurrency: 5, discard: true });
    yield* Effect.forEach(actors, index.putActor, { discard: true });
    yield* (yield* LabelStore).put(labels);
    yield* (yield* LabelPreferences).set(viewer, "spam", "HIDE");
    yield* Effect.forEach(actors, ({ did }) => index.markSeen(did, seenAt), { discard: true });
  });

const filled = Effect.gen(function* () {
  yield* tell(yield* RecordIndex);
  yield* syncIndexes(indexed, lexicons);
  yield* new WordKeeper(searches, lexicons).keep;
  const sql = yield* SqlClient;
  yield* sql`vacuum analyze`;
  // Small tables whose rows changed often: how many pages they have decides whether an index is used.
  yield* sql`vacuum (full, analyze) tidemark_records.record_counts, tidemark_records.author_counts`;
});

const statements: Array<string> = [];
const beside = "not by the reader:";

/** What is read, and what else is sent to the database, comes by here. */
const listening = Layer.effect(
  RowReader,
  Effect.map(RowReader, (reader) =>
    RowReader.of({
      prepare: (statement) => {
        const read = reader.prepare(statement);
        return (parameters, milliseconds) => {
          statements.push(statement.text);
          return read(parameters, milliseconds);
        };
      }
    })
  )
);

const database = Layer.provideMerge(listening, migratedDatabase);

/** The index on a database of its own with the data set in it, and the clients of that. */
export const postgres = Layer.effectDiscard(filled).pipe(
  Layer.provideMerge(Layer.mergeAll(RecordIndexPostgres.layer({ searches }), labelStore, labelPreferences)),
  Layer.provideMerge(database)
);

/** What stands behind the method of an index, without its condition. */
const columnsOf = / USING \w+ \((.*?)\)(?: WHERE .*)?$/;

const lowerKeywords = (text: string): string =>
  text.replaceAll(/ (?:DESC|NULLS|LAST)\b/g, (word) => word.toLowerCase());

const indexColumns = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const rows = yield* sql<{ name: string; table: string; definition: string }>`
    select indexname as name, tablename as table, indexdef as definition from pg_indexes where schemaname = 'tidemark_records'`;
  return new Map(
    rows.map(({ name, table, definition }) => [
      name,
      `on ${withoutHash(table)} (${lowerKeywords(columnsOf.exec(definition)?.[1] ?? "")})`
    ])
  ) satisfies IndexColumns;
});

const ExplainRow = Schema.Tuple(Schema.Struct({ "QUERY PLAN": Schema.Union(Explained, Schema.parseJson(Explained)) }));

const explain = (statement: string, indexes: IndexColumns) =>
  Effect.gen(function* () {
    if (statement.startsWith(beside)) return [];
    const sql = yield* SqlClient;
    const rows = yield* sql.unsafe(`explain (generic_plan, costs off, format json) ${statement}`);
    const [row] = yield* Schema.decodeUnknown(ExplainRow)(rows);
    return row["QUERY PLAN"].flatMap(({ Plan }) => planShape(Plan, indexes));
  });

/** Records every statement that does not go by the reader, under the names of the spans that clients make. */
const listeningTracer = (tracer: Tracer.Tracer) =>
  Tracer.make({
    ...tracer,
    span: (...span) => {
      if (span[0].startsWith("sql.")) statements.push(`${beside} ${span[0]}`);
      return tracer.span(...span);
    }
  });

/** Asks the index in PostgreSQL, and finds out with which statements and plans it answers. */
export const askPostgres = (query: RecordQuery, parameters: ReadonlyArray<ParameterValue>) =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    const tracer = listeningTracer(yield* Effect.tracer);
    statements.length = 0;
    const answer = yield* Effect.withTracer(index.query(query, parameters), tracer);
    const sent = statements.slice();
    const indexes = yield* indexColumns;
    const explained = yield* Effect.forEach(sent, (sql) =>
      Effect.map(explain(sql, indexes), (plan) => ({ sql, plan }))
    );
    return { answer, statements: explained } satisfies Asked;
  });
