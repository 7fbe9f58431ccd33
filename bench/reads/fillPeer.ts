import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import { isJsonObject } from "../../src/domain/json/isJsonObject.ts";
import type { Json } from "../../src/domain/json/Json.ts";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";
import { propertyAt } from "../../src/domain/record/value/propertyAt.ts";
import { type BulkColumn, type BulkRow, bulkInsert } from "./bulkInsert.ts";
import { type DataSet, each, type RecordList } from "./dataSet.ts";
import { peerSchema } from "./peerSchema.ts";

/** Tables as one would write them by hand for these queries, with an index for each query. */
const tables = `
create schema ${peerSchema};
set search_path to ${peerSchema};
create table profile (
  did text collate "C" primary key,
  uri text collate "C" not null unique,
  cid text not null,
  display_name text,
  description text,
  created_at timestamptz,
  indexed_at timestamptz not null
);
create table post (
  uri text collate "C" primary key,
  cid text not null,
  did text collate "C" not null references profile,
  text text not null,
  lang text collate "C",
  created_at timestamptz not null,
  indexed_at timestamptz not null
);
create table "like" (
  uri text collate "C" primary key,
  cid text not null,
  did text collate "C" not null references profile,
  subject text collate "C" not null references post,
  created_at timestamptz not null,
  indexed_at timestamptz not null
);
create function search_posts(words text) returns setof post language sql stable as $$
  select * from ${peerSchema}.post
  where to_tsvector('simple', post.text) @@ plainto_tsquery('simple', words)
  order by indexed_at desc, uri desc
$$;
reset search_path`;

const indexes = [
  "post (indexed_at desc, uri desc)",
  "post (did, indexed_at desc, uri desc)",
  "post (lang, created_at desc, uri desc)",
  "post (lang, indexed_at desc, uri desc)",
  "post using gin (to_tsvector('simple', text))",
  `"like" (indexed_at desc, uri desc)`,
  `"like" (did, indexed_at desc, uri desc)`,
  `"like" (subject, indexed_at desc, uri desc)`
];

const text = (name: string): BulkColumn => ({ sql: name, type: "text" });
const time = (name: string): BulkColumn => ({ sql: name, type: "timestamptz" });
const times = [time("created_at"), time("indexed_at")];

const textAt = (value: Json, ...path: ReadonlyArray<string>): string | null => {
  const found = isJsonObject(value) ? propertyAt(value, path) : null;
  return typeof found === "string" ? found : null;
};

function* rowsOf(
  records: RecordList,
  own: (record: IndexedRecord) => ReadonlyArray<string | null>
): Generator<BulkRow> {
  for (const record of each(records)) {
    const { uri, cid, did, indexedAt, value } = record;
    yield [uri, cid, did, ...own(record), textAt(value, "createdAt"), indexedAt];
  }
}

/** Fills tables of their own with the same records, typed and indexed. */
export const fillPeer = (data: DataSet) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    yield* sql.unsafe(tables);
    const common = ["uri", "cid", "did"].map(text);
    yield* bulkInsert(
      `${peerSchema}.profile`,
      [...common, text("display_name"), text("description"), ...times],
      rowsOf(data.profiles, ({ value }) => [textAt(value, "displayName"), textAt(value, "description")])
    );
    yield* bulkInsert(
      `${peerSchema}.post`,
      [...common, text("text"), text("lang"), ...times],
      rowsOf(data.posts, ({ value }) => [textAt(value, "text"), textAt(value, "lang")])
    );
    yield* bulkInsert(
      `${peerSchema}."like"`,
      [...common, text("subject"), ...times],
      rowsOf(data.likes, ({ value }) => [textAt(value, "subject", "uri")])
    );
    for (const index of indexes) yield* sql.unsafe(`create index on ${peerSchema}.${index}`);
    yield* sql.unsafe("vacuum analyze");
  });
