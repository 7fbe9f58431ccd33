/**
 * The floor of `npm run bench -- sync`, in a process of its own: it parses what arrives and inserts it in batches, and
 * checks nothing. Its rows, tables and indexes are those that the queries of the service need. floor.ts
 * <jetstream|firehose> <WebSocket address>, with DATABASE_URL. It tells its parent how many events are stored.
 */
import * as Effect from "effect/Effect";
import { Client } from "pg";
import { WebSocket } from "ws";
import { type RecordTable, recordTable } from "../../src/adapters/postgres/record/table/RecordTable.ts";
import { facetType } from "../../src/adapters/postgres/record/table/StoredProperty.ts";
import { derivedValues } from "../../src/adapters/postgres/record/table/tableStatements.ts";
import { type FloorRow, floorParsers } from "./floorParsers.ts";
import { sampleLexicons } from "./sampleLexicons.ts";

const [kind, address] = [process.argv[2] === "firehose" ? "firehose" : "jetstream", process.argv[3] ?? ""] as const;

/** The maximum number of events in a transaction. */
const batchSize = 500;

/** How many messages wait in memory at most. */
const maxWaiting = 5_000;

const own = ["uri", "cid", "did", "rkey", "rev", "indexed_at", "value"];
const ownTypes = ["text", "text", "text", "text", "text", "bigint", "text"];

const insertInto = (table: RecordTable): string => {
  const names = [
    ...own,
    "paths",
    "account_refs",
    ...table.columns.map(({ sql }) => sql),
    ...table.references.map(({ sql }) => sql)
  ];
  const types = [
    ...ownTypes,
    "jsonb",
    "text",
    ...table.columns.map(({ facet }) => facetType[facet]),
    ...table.references.map(() => "text")
  ];
  const values = types.map((type, at) => `v.c${at}::${type}`).join(", ");
  const lists = types.map((_, at) => `$${at + 1}::text[]`).join(", ");
  return `insert into ${table.sql} (${names.join(", ")}, layout)
    select ${values}, '${table.layout}' from unnest(${lists}) as v (${types.map((_, at) => `c${at}`).join(", ")})
    on conflict (uri) do update set ${names
      .slice(1)
      .map((name) => `${name} = excluded.${name}`)
      .join(", ")}`;
};

const lexicons = await Effect.runPromise(sampleLexicons);
const tables = new Map(
  lexicons.collections.map((collection) => {
    const table = recordTable(collection, lexicons);
    return [collection.nsid as string, { table, insert: insertInto(table) }];
  })
);

const client = new Client({
  connectionString: process.env.DATABASE_URL,
  options: "-c plan_cache_mode=force_generic_plan"
});
await client.connect();

const store = async (rows: ReadonlyArray<FloorRow>): Promise<void> => {
  const indexedAt = String(Date.now() * 1_000);
  await client.query("begin");
  for (const [nsid, some] of Map.groupBy(rows, ({ collection }) => collection)) {
    const stored = tables.get(nsid);
    if (stored === undefined) continue;
    const { insert, table } = stored;
    const gone = some.filter(({ record }) => record === null).map(({ uri }) => uri);
    const cells = some.flatMap(({ cid, did, record, rev, rkey, uri }) =>
      record === null
        ? []
        : [[uri, cid, did, rkey, rev, indexedAt, JSON.stringify(record), ...derivedValues(table, record, did)]]
    );
    if (gone.length > 0)
      await client.query({
        name: `delete ${nsid}`,
        text: `delete from ${table.sql} where uri = any($1::text[])`,
        values: [gone]
      });
    const lists = cells[0]?.map((_, at) => cells.map((row) => row[at] ?? null));
    if (lists !== undefined) await client.query({ name: `insert ${nsid}`, text: insert, values: lists });
  }
  await client.query("commit");
};

const parse = floorParsers[kind];
const socket = new WebSocket(address, { perMessageDeflate: false });
let waiting: Array<Buffer> = [];
let stored = 0;
let isStoring = false;

const storeWaiting = async (): Promise<void> => {
  if (isStoring) return;
  isStoring = true;
  while (waiting.length > 0) {
    const messages = waiting.slice(0, batchSize);
    waiting = waiting.slice(batchSize);
    if (waiting.length < maxWaiting) socket.resume();
    await store(messages.flatMap(parse));
    stored += messages.length;
    process.send?.({ stored });
  }
  isStoring = false;
};

socket.on("message", (data: Buffer) => {
  waiting.push(data);
  if (waiting.length >= maxWaiting) socket.pause();
  void storeWaiting();
});
socket.once("open", () => process.send?.({ stored: 0 }));
process.once("disconnect", () => process.exit(0));
