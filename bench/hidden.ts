/**
 * `npm run bench -- hidden`: how long an account with many records takes to be hidden, shown and erased, and what queries
 * would take if hidden records stayed in their tables.
 */
import { parseArgs } from "node:util";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Console from "effect/Console";
import * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { layer as postgresClient } from "../src/adapters/postgres/connection/PostgresClient.ts";
import { layer as migrations } from "../src/adapters/postgres/Migrations.ts";
import { layer as recordIndex } from "../src/adapters/postgres/record/RecordIndexPostgres.ts";
import { tableName } from "../src/adapters/postgres/record/sql/sqlNames.ts";
import { atUri } from "../src/domain/atproto/AtUri.ts";
import { Cid } from "../src/domain/atproto/Cid.ts";
import { Did } from "../src/domain/atproto/Did.ts";
import { Nsid } from "../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../src/domain/atproto/RecordKey.ts";
import type { LexiconSet } from "../src/domain/lexicon/model/LexiconSet.ts";
import type { IndexedRecord } from "../src/domain/record/index/IndexedRecord.ts";
import { RecordIndex } from "../src/domain/record/index/RecordIndex.ts";
import { sampleLexicons } from "./sync/sampleLexicons.ts";
import { authorAt, sampleAt, tidAt } from "./sync/sampleRecords.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";

const { values } = parseArgs({
  options: { records: { type: "string", default: "100000" }, rounds: { type: "string", default: "3" } }
});
const [count, rounds] = [Number(values.records), Number(values.rounds)];
const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");
const perBatch = 1_000;
const decodeNsid = Schema.decodeSync(Nsid);
const decodeDid = Schema.decodeSync(Did);

const start = Date.parse("2026-11-28T00:00:00Z");

const recordOf = (did: Did, n: number, later: number): IndexedRecord => {
  const sample = sampleAt(n);
  const [collection, rkey] = [decodeNsid(sample.collection), RecordKey.make(tidAt(n))];
  const uri = atUri({ did, collection, rkey });
  const indexedAt = new Date(start + n + later).toISOString();
  return { uri, cid, did, collection, rkey, rev: tidAt(n), indexedAt, value: sample.value };
};

const fill = Effect.fnUntraced(function* (authorOf: (n: number) => Did, later = 0) {
  const index = yield* RecordIndex;
  for (let at = 0; at < count; at += perBatch)
    yield* index.putAll(Array.from({ length: perBatch }, (_, n) => recordOf(authorOf(at + n), at + n, later)));
});

const timed = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.timed(effect), ([spent]) =>
    Console.log(`  ${what.padEnd(44)}${(Duration.toMillis(spent) / 1000).toFixed(4).padStart(9)} s`)
  );

const likes = `tidemark_records."${tableName("app.bsky.feed.like")}"`;
const visible = "not exists (select from tidemark_records.hidden_accounts h where h.did = t.did)";

/** A page and a count of the likes, with a condition on their accounts and without. */
const read = Effect.fnUntraced(function* (what: string, where: string) {
  const sql = yield* SqlClient;
  const page = sql.unsafe(`select uri from ${likes} t where ${where} order by indexed_at desc, uri desc limit 20`);
  const total = sql.unsafe(`select count(*) from ${likes} t where ${where}`);
  yield* Effect.all([page, total]);
  yield* timed(`${what}: a page of 20`, page);
  yield* timed(`${what}: the number of all`, total);
});

/** What queries would take if they left out the records of hidden accounts: those of one account are the newest. */
const filtered = Effect.fnUntraced(function* (did: Did) {
  const sql = yield* SqlClient;
  yield* sql`analyze`;
  yield* read("nothing hidden, no filter", "true");
  yield* read("nothing hidden, filtered", visible);
  yield* sql`insert into tidemark_records.hidden_accounts (did, status) values (${did}, 'deactivated')`;
  yield* read("hidden by a filter", visible);
  yield* sql`delete from tidemark_records.hidden_accounts`;
});

/** The set with one property less in each collection, so that every row has another layout. */
const changed = (set: LexiconSet): LexiconSet => ({
  ...set,
  collections: set.collections.map((each) => ({ ...each, properties: each.properties.slice(0, -1) }))
});

const measure = Effect.gen(function* () {
  const index = yield* RecordIndex;
  const lexicons = yield* sampleLexicons;
  const did = Did.make("did:plc:theaccountthatishiddenhe");
  yield* index.define(lexicons);
  yield* Console.log(`${count} records of one account beside ${count} of others`);
  yield* timed(
    "stored, of many accounts",
    fill((n) => decodeDid(authorAt(n)))
  );
  yield* timed(
    "stored, of one account",
    fill(() => did, 3_600_000)
  );
  yield* filtered(did);
  for (let round = 0; round < rounds; round += 1) {
    yield* timed("hidden", index.hide(did, "deactivated"));
    if (round === 0) yield* read("hidden by moving", "true");
    yield* timed("shown", index.show(did));
  }
  yield* index.hide(did, "deactivated");
  yield* index.define(changed(lexicons));
  yield* timed("shown after a change of all Lexicons", index.show(did));
  yield* timed("erased", index.erase(did));
  yield* timed("hidden, without records", index.hide(did, "deactivated"));
});

const program = Effect.gen(function* () {
  const { url } = yield* temporaryDatabase;
  const client = postgresClient({ url: Redacted.make(url) });
  yield* Effect.provide(measure, recordIndex().pipe(Layer.provide(migrations), Layer.provideMerge(client)));
});

NodeRuntime.runMain(Effect.scoped(program));
