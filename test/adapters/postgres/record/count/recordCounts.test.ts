import { SqlClient } from "@effect/sql/SqlClient";
import { assert, layer as suite } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as fc from "fast-check";
import { layer as atomically } from "../../../../../src/adapters/postgres/log/AtomicallyPostgres.ts";
import { layer as recordIndex } from "../../../../../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { tableName } from "../../../../../src/adapters/postgres/record/sql/sqlNames.ts";
import { Did } from "../../../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../../../src/domain/atproto/Nsid.ts";
import { Atomically } from "../../../../../src/domain/event/Atomically.ts";
import { RecordIndex } from "../../../../../src/domain/record/index/RecordIndex.ts";
import { profile, recordOf, scalar, setOf } from "../../../../contracts/recordIndexFixture.ts";
import { runsOf } from "../../../../support/runsOf.ts";
import { recordsDatabase } from "../recordsDatabase.ts";

const posts = Nsid.make("test.contract.counts.post");
const collections = [posts, profile];
const accounts = ["a", "b", "c", "d"].map((name) => Did.make(`did:plc:${name}`));

const account = fc.constantFrom(...accounts);
const rkey = fc.constantFrom("one", "two", "three", "four", "five", "six");
const address = fc.record({ did: account, collection: fc.constantFrom(...collections), rkey });
const addresses = fc.uniqueArray(address, { minLength: 1, maxLength: 8, selector: (one) => Object.values(one).join() });

/** What changes visible records, or where they are. */
const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ _tag: fc.constant("Put" as const), addresses, text: fc.string() }) },
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Remove" as const), addresses }) },
  {
    weight: 1,
    arbitrary: fc.record({ _tag: fc.constant("PutAndFail" as const), addresses, text: fc.string() })
  },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constantFrom("Hide" as const, "Show" as const), did: account }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constantFrom("TakeDown" as const, "Restore" as const), address }) },
  {
    weight: 1,
    arbitrary: fc.record({ _tag: fc.constantFrom("Erase" as const, "Forget" as const, "Empty" as const), did: account })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constantFrom("Clear" as const, "Define" as const, "Count" as const) }) }
);

type Change = typeof change extends fc.Arbitrary<infer A> ? A : never;
type Address = typeof address extends fc.Arbitrary<infer A> ? A : never;

const record = ({ collection, did, rkey: key }: Address, text = "") => recordOf(collection, key, { text }, { did });

const layouts = [setOf(posts, { text: scalar("string") }), setOf(posts, { more: scalar("string") })] as const;

/** Counts some records that are not counted yet, as a process does after an update. */
const count = Effect.flatMap(SqlClient, (sql) =>
  Effect.forEach(collections, (nsid) =>
    Effect.iterate("" as string | null, {
      while: (after) => after !== null,
      body: (after) =>
        Effect.map(
          sql.unsafe<{ last: string | null }>("select tidemark_records.complete_counts($1, $2, 1) as last", [
            nsid,
            after
          ]),
          ([row]) => row?.last ?? null
        )
    })
  )
);

const apply = Effect.fnUntraced(function* (each: Change) {
  const index = yield* RecordIndex;
  const sql = yield* SqlClient;
  const { run } = yield* Atomically;
  switch (each._tag) {
    case "Put":
      return yield* index.putAll(each.addresses.map((one) => record(one, each.text)));
    case "PutAndFail": {
      const put = index.putAll(each.addresses.map((one) => record(one, each.text)));
      return yield* Effect.ignore(run(Effect.zipRight(put, Effect.fail("no"))));
    }
    case "Remove":
      return yield* index.removeAll(each.addresses.map((one) => ({ uri: record(one).uri, rev: null })));
    case "Hide":
      return yield* index.hide(each.did, "deactivated");
    case "Show":
      return yield* index.show(each.did);
    case "TakeDown":
      return yield* index.takeDown({
        subject: { _tag: "RecordSubject", did: each.address.did, uri: record(each.address).uri },
        until: null
      });
    case "Restore":
      return yield* index.restore({
        _tag: "RecordSubject",
        did: each.address.did,
        uri: record(each.address).uri
      });
    case "Erase":
      return yield* index.erase(each.did);
    case "Empty":
      return yield* index.removeAccount(each.did);
    case "Forget": {
      const stored = record({ did: each.did, collection: posts, rkey: "six" });
      const forget = sql.unsafe("select tidemark_records.forget_changes_of($1)", [each.did]);
      const steps = [index.put(stored), index.erase(each.did), forget, index.show(each.did), index.put(stored)];
      return yield* run(Effect.all(steps, { discard: true }));
    }
    case "Clear":
      return yield* index.clear;
    case "Define":
      return yield* Effect.forEach(layouts, (layout) => index.define(layout), { discard: true });
    case "Count":
      return yield* count;
  }
});

const quoted = (nsid: string): string => `tidemark_records."${tableName(nsid)}"`;

/** What the numbers say otherwise than the rows, in one snapshot; only of complete collections. */
const differences = Effect.flatMap(SqlClient, (sql) =>
  sql.unsafe<{ what: string }>(
    collections
      .map(
        (nsid) => `
    select coalesce(t.did, c.did) || ' in ${nsid}: ' || coalesce(t.records, 0) || ' records, counted '
      || coalesce(c.records::text, 'none') as what
    from (select did, count(*) as records from ${quoted(nsid)} group by did) t
    full join (select did, records from tidemark_records.author_counts where collection = '${nsid}') c using (did)
    where t.records is distinct from c.records
      and (select complete from tidemark_records.record_counts where collection = '${nsid}')
    union all
    select '${nsid}: ' || (select count(*) from ${quoted(nsid)}) || ' records, counted ' || c.records
    from tidemark_records.record_counts c
    where c.collection = '${nsid}' and c.complete and c.records <> (select count(*) from ${quoted(nsid)})`
      )
      .join(" union all ")
  )
);

/** Forgets all numbers, as a database of a version without them has none. */
const uncount = Effect.flatMap(SqlClient, (sql) =>
  sql.withTransaction(
    Effect.all([
      sql`lock table tidemark_records.open_change_batches in exclusive mode`,
      sql`delete from tidemark_records.author_counts`,
      sql`update tidemark_records.record_counts set records = 0, complete = false`
    ])
  )
);

/** Runs histories at the same time, and looks at the numbers until they have ended. */
const runAll = Effect.fnUntraced(function* (histories: ReadonlyArray<ReadonlyArray<Change>>) {
  // Whoever clears the index locks rows in another order than the others: one of them may have to begin again.
  const inOrder = (history: ReadonlyArray<Change>) =>
    Effect.forEach(history, (each) => Effect.retry(apply(each), { times: 20 }), { discard: true });
  const running = yield* Effect.fork(Effect.forEach(histories, inOrder, { concurrency: "unbounded", discard: true }));
  while ((yield* Fiber.poll(running))._tag === "None") assert.deepStrictEqual(yield* differences, []);
  yield* Fiber.join(running);
});

const database = Layer.provideMerge(Layer.merge(recordIndex(), atomically), recordsDatabase);

suite(database, { excludeTestServices: true, timeout: "120 seconds" })("counts of records", (it) => {
  it.effect("equal the rows in every snapshot while many write, hide, erase, define and count", () =>
    Effect.gen(function* () {
      const index = yield* RecordIndex;
      yield* index.define(layouts[0]);
      const runtime = yield* Effect.runtime<RecordIndex | Atomically | SqlClient>();
      const histories = fc.array(fc.array(change, { minLength: 4, maxLength: 12 }), { minLength: 3, maxLength: 4 });
      const property = fc.asyncProperty(fc.boolean(), histories, (isUpdate, drawn) =>
        Effect.gen(function* () {
          if (isUpdate) yield* uncount;
          yield* runAll(drawn);
          yield* count;
          assert.deepStrictEqual(yield* differences, []);
        }).pipe(Effect.provide(runtime), Effect.runPromise)
      );
      const endOnFailure = process.env.SHRINK === undefined;
      yield* Effect.promise(() => fc.assert(property, { numRuns: runsOf(60), endOnFailure }));
    })
  );
});
