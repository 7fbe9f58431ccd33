import { SqlClient } from "@effect/sql/SqlClient";
import { expect, layer } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Deferred from "effect/Deferred";
import type * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import { layer as recordIndexPostgres } from "../../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { tableName } from "../../../../../src/adapters/postgres/record/sql/sqlNames.ts";
import { atUri } from "../../../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../../../src/domain/atproto/Cid.ts";
import { Did } from "../../../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../../src/domain/atproto/RecordKey.ts";
import type { LexiconSet } from "../../../../../src/domain/lexicon/model/LexiconSet.ts";
import type { IndexedRecord } from "../../../../../src/domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../../../../../src/domain/record/index/RecordIndex.ts";
import type { RecordQuery } from "../../../../../src/domain/record/query/RecordQuery.ts";
import type { Index } from "../../../../contracts/recordIndexEquality.ts";
import { recordsDatabase } from "../recordsDatabase.ts";

const nsid = Nsid.make("test.define.status");
const did = Did.make("did:plc:alice");

const setOf = (...names: ReadonlyArray<string>): LexiconSet => ({
  digest: "",
  documents: [],
  completed: [],
  notices: [],
  objects: new Map(),
  collections: [
    {
      nsid,
      description: null,
      key: { _tag: "Tid" },
      properties: names.map((name) => ({
        name,
        description: null,
        required: false,
        type: { _tag: "Scalar", type: "integer", format: null, knownValues: [] }
      }))
    }
  ]
});

const recordOf = (at: number): IndexedRecord => {
  const rkey = RecordKey.make(`k${at}`);
  return {
    uri: atUri({ did, collection: nsid, rkey }),
    cid: Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454"),
    did,
    collection: nsid,
    rkey,
    rev: null,
    indexedAt: "2024-01-01T00:00:00.000Z",
    value: { a: at, b: at }
  };
};

/** The query for the number of records that have a property. */
const having = (name: string): RecordQuery => ({
  roots: [
    {
      _tag: "PageRoot",
      key: "page",
      page: {
        collection: nsid,
        where: { _tag: "IsNull", operand: { _tag: "PropertyOperand", path: [name], type: "integer" }, negated: true },
        sort: [{ operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }],
        direction: "forward",
        take: { _tag: "Parameter", index: 0 },
        after: null,
        before: null,
        members: [{ _tag: "TotalCount", key: "n" }]
      }
    }
  ]
});

/** The index of another process. */
const anotherProcess = (timeout: Duration.DurationInput = "5 seconds") =>
  Effect.map(Layer.build(recordIndexPostgres({ timeout })), Context.get(RecordIndex));

const range = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, at) => at);
const counted = (count: number): string => `{"page":{"n":${count}}}`;

const emptied = Effect.flatMap(SqlClient, (sql) =>
  sql.unsafe(`delete from tidemark_records."${tableName(nsid)}"`).pipe(Effect.ignore)
);

layer(recordsDatabase, { excludeTestServices: true })("RecordIndexPostgres in several processes", (it) => {
  it.scoped("creates the tables once, whichever process is first", () =>
    Effect.gen(function* () {
      const processes = yield* Effect.all([anotherProcess(), anotherProcess(), anotherProcess()]);
      yield* Effect.forEach(processes, (index) => index.define(setOf("a")), { concurrency: "unbounded" });
      yield* Effect.forEach(processes, (index, at) => index.put(recordOf(at)));
      expect(yield* processes[0].query(having("a"), [1])).toBe(counted(3));
    })
  );

  it.scoped("fills a new column while a process that does not know it continues to write", () =>
    Effect.gen(function* () {
      yield* emptied;
      const [first, second] = yield* Effect.all([anotherProcess(), anotherProcess()]);
      yield* Effect.all([first.define(setOf("a")), second.define(setOf("a"))]);
      const put = (index: Index, at: number) => index.put(recordOf(at));
      yield* Effect.forEach(range(1200), (at) => put(first, at), { concurrency: 4 });
      const writing = yield* Effect.fork(Effect.forEach(range(300), (at) => put(second, 1200 + at)));
      yield* first.define(setOf("a", "b"));
      yield* Fiber.join(writing);
      yield* second.define(setOf("a", "b"));
      expect(yield* first.query(having("b"), [1])).toBe(counted(1500));
    })
  );

  it.scoped("fills rows that an earlier process wrote under other Lexicons", () =>
    Effect.gen(function* () {
      yield* emptied;
      const [first, second] = yield* Effect.all([anotherProcess(), anotherProcess()]);
      yield* first.define(setOf("a"));
      yield* first.put(recordOf(1));
      yield* second.define(setOf("b"));
      expect(yield* second.query(having("b"), [1])).toBe(counted(1));
    })
  );

  it.scoped("continues a fill that was interrupted", () =>
    Effect.gen(function* () {
      yield* emptied;
      const sql = yield* SqlClient;
      const [first, second] = yield* Effect.all([anotherProcess(), anotherProcess()]);
      yield* first.define(setOf("a"));
      yield* first.put(recordOf(1));
      yield* first.define(setOf("a", "c"));
      yield* sql`update tidemark_records.collections set filled = false`;
      yield* sql.unsafe(`update tidemark_records."${tableName(nsid)}" set layout = 'old', n_a = null`);
      yield* second.define(setOf("a", "c"));
      expect(yield* second.query(having("a"), [1])).toBe(counted(1));
    })
  );

  it.scoped("adds a column to a table that has a long reader, and blocks nobody else", () =>
    Effect.gen(function* () {
      yield* emptied;
      const sql = yield* SqlClient;
      const index = yield* anotherProcess("1 second");
      yield* index.define(setOf("a"));
      yield* index.put(recordOf(1));
      const reading = yield* Deferred.make<void>();
      const done = yield* Deferred.make<void>();
      const read = sql
        .unsafe(`select count(*) from tidemark_records."${tableName(nsid)}"`)
        .pipe(Effect.zipRight(Deferred.succeed(reading, undefined)), Effect.zipRight(Deferred.await(done)));
      const reader = yield* Effect.fork(sql.withTransaction(read));
      yield* Deferred.await(reading);
      const defining = yield* Effect.fork(index.define(setOf("a", "while_read")));
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      yield* Effect.repeat(waiting, { until: (rows) => rows.length > 0 });
      yield* Effect.forEach(range(3), () => index.query(having("a"), [1]));
      yield* index.put(recordOf(2));
      yield* Deferred.succeed(done, undefined);
      yield* Fiber.join(reader);
      yield* Fiber.join(defining);
      expect(yield* index.query(having("while_read"), [1])).toBe(counted(0));
    })
  );

  it.scoped("cancels a query that takes too long", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient;
      const index = yield* anotherProcess("100 millis");
      yield* index.define(setOf("a"));
      const locked = yield* Deferred.make<void>();
      const hold = sql
        .unsafe(`lock table tidemark_records."${tableName(nsid)}"`)
        .pipe(Effect.zipRight(Deferred.succeed(locked, undefined)), Effect.zipRight(Effect.never));
      const holder = yield* Effect.fork(sql.withTransaction(hold));
      yield* Deferred.await(locked);
      const failure = yield* Effect.flip(index.query(having("a"), [1]));
      expect(failure).toMatchObject({ _tag: "RecordIndexUnavailable", operation: "query", reason: "timeout" });
      // Ends when nothing waits for the lock. Otherwise the time limit of the test fails it.
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      yield* Effect.repeat(waiting, { until: (rows) => rows.length === 0 });
      yield* Fiber.interrupt(holder);
    })
  );
});
