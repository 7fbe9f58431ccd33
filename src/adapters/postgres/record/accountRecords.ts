import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";
import { schema } from "./sql/sqlNames.ts";
import { hiddenCollectionsText, outdatedHiddenText, refillHiddenText } from "./table/hiddenStatements.ts";
import { lockAccountsText } from "./table/removalStatements.ts";
import type { StoredCollection } from "./table/StoredCollection.ts";
import { derivedText } from "./table/tableStatements.ts";

/** A collection with records that were shown. `outdated` says whether some of them have another layout than its table. */
interface ShownCollection {
  readonly collection: string;
  readonly outdated: boolean;
}

type Definition = (collection: string) => StoredCollection | undefined;

/** Hides the records of an account. */
export const hideRecords = (did: Did, status: AccountStatus): Effect.Effect<void, SqlError, SqlClient> =>
  Effect.flatMap(SqlClient, (sql) => Effect.asVoid(sql`select ${sql.literal(schema)}.hide_account(${did}, ${status})`));

/** Derives the next hidden rows of a range that have another layout. Returns the URI of the last; null if none was left. */
const deriveRows = Effect.fnUntraced(function* (
  { table }: StoredCollection,
  did: Did,
  { after, before }: { readonly after: string; readonly before: string }
) {
  const sql = yield* SqlClient;
  const rows = yield* sql.unsafe<{ uri: string; value: string }>(outdatedHiddenText, [after, before, table.layout]);
  const derived = rows.map(({ value }) => derivedText(table, JSON.parse(value), did));
  if (rows.length > 0) yield* sql.unsafe(refillHiddenText, [rows.map(({ uri }) => uri), derived, table.layout]);
  return rows.at(-1)?.uri ?? null;
});

/** Derives the hidden rows of an account that have another layout than this process writes, where they have few indexes. */
const deriveHidden = Effect.fnUntraced(function* (definition: Definition, did: Did) {
  const sql = yield* SqlClient;
  const collections = yield* sql.unsafe<{ collection: string }>(hiddenCollectionsText, [
    `at://${did}/`,
    `at://${did}0`
  ]);
  for (const { collection } of collections) {
    const stored = definition(collection);
    if (stored === undefined) continue;
    const prefix = `at://${did}/${collection}`;
    let last: string | null = `${prefix}/`;
    while (last !== null) last = yield* deriveRows(stored, did, { after: last, before: `${prefix}0` });
  }
});

/**
 * Shows the records of an account. `definition` returns how this process stores a collection. Rows that then have another
 * layout than their table are derived again when the collection is defined.
 */
export const showRecords = Effect.fn("RecordIndexPostgres.show")(function* (definition: Definition, did: Did) {
  const sql = yield* SqlClient;
  yield* sql.unsafe(lockAccountsText, [[did]]);
  yield* deriveHidden(definition, did);
  const shown = yield* sql<ShownCollection>`
    select collection, outdated from ${sql.literal(schema)}.show_account(${did})`;
  for (const { collection, outdated } of shown) if (outdated) yield* sql.unsafe(unfilledText, [collection]);
});

const unfilledText = `update ${schema}.collections set filled = false where nsid = $1`;

/** Removes the records of an account, and until when it has seen its notifications. Returns the number of records. */
export const eraseRecords = (did: Did): Effect.Effect<number, SqlError, SqlClient> =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql<{ erased: number }>`
        with seen as (delete from tidemark.notifications_seen where did = ${did})
        select ${sql.literal(schema)}.erase_account(${did}) as erased`,
      ([row]) => Number(row?.erased ?? 0)
    )
  );
