import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";
import { fillBetween } from "./define/defineTable.ts";
import { schema } from "./sql/sqlNames.ts";
import type { StoredCollection } from "./table/StoredCollection.ts";

/** A collection with records that were shown. `outdated` says whether some of them have another layout than its table. */
interface ShownCollection {
  readonly collection: string;
  readonly outdated: boolean;
}

/** Rows that this process cannot derive again wait for the next definition of their collection. */
const unfilledText = `update ${schema}.collections set filled = false where nsid = $1`;

/** Derives the rows of an account again that have another layout than this process writes. */
const refresh = Effect.fnUntraced(function* (
  did: Did,
  { collection, outdated }: ShownCollection,
  stored: StoredCollection | undefined
) {
  const sql = yield* SqlClient;
  const prefix = `at://${did}/${collection}`;
  if (stored !== undefined) yield* fillBetween(stored, { after: `${prefix}/`, before: `${prefix}0` });
  else if (outdated) yield* sql.unsafe(unfilledText, [collection]);
});

/** Hides the records of an account. */
export const hideRecords = (did: Did, status: AccountStatus): Effect.Effect<void, SqlError, SqlClient> =>
  Effect.flatMap(SqlClient, (sql) => Effect.asVoid(sql`select ${sql.literal(schema)}.hide_account(${did}, ${status})`));

/** Shows the records of an account. `definition` returns how this process stores a collection. */
export const showRecords = Effect.fn("RecordIndexPostgres.show")(function* (
  definition: (collection: string) => StoredCollection | undefined,
  did: Did
) {
  const sql = yield* SqlClient;
  const shown = yield* sql<ShownCollection>`
    select collection, outdated from ${sql.literal(schema)}.show_account(${did})`;
  yield* Effect.forEach(shown, (one) => refresh(did, one, definition(one.collection)), { discard: true });
});

/** Removes the records of an account, and returns their number. */
export const eraseRecords = (did: Did): Effect.Effect<number, SqlError, SqlClient> =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.map(sql<{ erased: number }>`select ${sql.literal(schema)}.erase_account(${did}) as erased`, ([row]) =>
      Number(row?.erased ?? 0)
    )
  );
