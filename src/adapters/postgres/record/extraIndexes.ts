import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
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

/** Warns of fields that the Lexicons in force do not have. */
const nameUnknown = (fields: ReadonlyArray<IndexedField>, lexicons: LexiconSet) => {
  const unknown = fields.filter((field) => extraIndex(field, lexicons).length === 0).map(indexedFieldText);
  return unknown.length === 0
    ? Effect.void
    : Effect.logWarning(`INDEXED_FIELDS names no scalar property: ${unknown.join(", ")}`);
};

type Connection = Effect.Effect.Success<SqlClient["reserve"]>;

const change = (connection: Connection, wanted: ReadonlyArray<ExtraIndex>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const run = (text: string) => connection.executeUnprepared(text, [], undefined);
    const present = yield* sql.unsafe<FoundIndex>(found);
    const isKept = ({ name, valid }: FoundIndex): boolean => valid && wanted.some((index) => index.name === name);
    const missing = wanted.filter(({ name }) => !present.some((index) => index.name === name && isKept(index)));
    for (const { name } of present.filter((index) => !isKept(index)))
      yield* run(`drop index concurrently if exists ${schema}.${quoteName(name)}`);
    for (const index of missing) yield* run(index.sql);
  });

/**
 * Makes the indexes that fields are configured to have, and drops those that they are not any more, while others read
 * and write. False when another process is at it, and nothing was done. It cannot be interrupted: the lock belongs to a
 * connection, since what is done concurrently waits for every open transaction, and must be given back with it.
 */
export const keepIndexes = (
  fields: ReadonlyArray<IndexedField>,
  lexicons: LexiconSet
): Effect.Effect<boolean, SqlError, SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient;
    const connection = yield* sql.reserve;
    const run = (text: string) => connection.executeUnprepared(text, [], undefined);
    const [lock] = yield* run(`select pg_try_advisory_lock(${advisoryLock}) as held`);
    if (Object(lock).held !== true) return false;
    yield* Effect.addFinalizer(() => Effect.ignore(run(`select pg_advisory_unlock(${advisoryLock})`)));
    yield* nameUnknown(fields, lexicons);
    yield* change(
      connection,
      fields.flatMap((field) => extraIndex(field, lexicons))
    );
    return true;
  }).pipe(Effect.scoped, Effect.uninterruptible);
