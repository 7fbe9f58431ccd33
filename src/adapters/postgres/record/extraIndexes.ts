import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import type { LexiconSet } from "../../../domain/lexicon/LexiconSet.ts";
import { type IndexedField, indexedFieldText } from "../../../domain/record/IndexedField.ts";
import { facets } from "./StoredProperty.ts";
import { columnName, indexName, quoteName, schema, tableName } from "./sqlNames.ts";

/** An index of a field, as it is made. */
interface ExtraIndex {
  readonly name: string;
  readonly sql: string;
}

const prefix = "x$";
const advisoryLock = 0x71de_0101;

const columnsOf = { filter: "indexed_at desc, uri desc", asc: "uri", desc: "uri desc" };

const extraIndex = (indexed: IndexedField, lexicons: LexiconSet): ReadonlyArray<ExtraIndex> => {
  const collection = lexicons.collections.find(({ nsid }) => nsid === indexed.collection);
  const type = collection?.properties.find(({ name }) => name === indexed.field)?.type;
  if (type?._tag !== "Scalar") return [];
  const column = quoteName(columnName(facets[type.type][0], indexed.field));
  const order = indexed.purpose === "desc" ? " desc nulls last" : "";
  const columns = `${column}${order}, ${columnsOf[indexed.purpose]}`;
  const table = `${schema}.${quoteName(tableName(indexed.collection))}`;
  const name = `${prefix}${indexName(table, columns)}`;
  return [{ name, sql: `create index concurrently if not exists ${quoteName(name)} on ${table} (${columns})` }];
};

interface FoundIndex {
  readonly name: string;
  readonly valid: boolean;
}

const found = `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = '${schema}'::regnamespace and starts_with(c.relname, '${prefix}')`;

/**
 * Makes the indexes that fields are configured to have, and drops those that they are not any more, while others read
 * and write. One process at a time does it; the others leave it to that one. Fields that the Lexicons in force do not
 * have are named in a warning.
 */
export const keepIndexes = (fields: ReadonlyArray<IndexedField>, lexicons: LexiconSet) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const connection = yield* sql.reserve;
    const run = (text: string) => connection.executeUnprepared(text, [], undefined);
    const [lock] = yield* connection.execute(`select pg_try_advisory_lock(${advisoryLock}) as held`, [], undefined);
    if (Object(lock).held !== true) return;
    yield* Effect.addFinalizer(() => Effect.ignore(run(`select pg_advisory_unlock(${advisoryLock})`)));
    const unknown = fields.filter((field) => extraIndex(field, lexicons).length === 0).map(indexedFieldText);
    if (unknown.length > 0) yield* Effect.logWarning(`INDEXED_FIELDS names no scalar property: ${unknown.join(", ")}`);
    const wanted = fields.flatMap((field) => extraIndex(field, lexicons));
    const present = yield* sql.unsafe<FoundIndex>(found);
    const kept = new Set(present.filter(({ valid }) => valid).map(({ name }) => name));
    for (const { name, valid } of present) {
      if (!valid || wanted.every((index) => index.name !== name))
        yield* run(`drop index concurrently if exists ${schema}.${quoteName(name)}`);
    }
    for (const index of wanted) {
      if (!kept.has(index.name)) yield* run(index.sql);
    }
  }).pipe(Effect.scoped);
