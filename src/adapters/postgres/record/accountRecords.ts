import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { Takedown } from "../../../domain/label/LabelStore.ts";
import { type LabelSubject, subjectText } from "../../../domain/label/LabelSubject.ts";
import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";
import { type OutdatedRecord, refillHidden } from "./define/fillHidden.ts";
import { schema } from "./sql/sqlNames.ts";
import { hiddenCollectionsText, outdatedHiddenText } from "./table/hiddenStatements.ts";
import { lockAccountsText } from "./table/removalStatements.ts";
import type { StoredCollection } from "./table/StoredCollection.ts";

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
const deriveRows = ({ table }: StoredCollection, after: string, before: string) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.flatMap(sql.unsafe<OutdatedRecord>(outdatedHiddenText, [after, before, table.layout]), (rows) =>
      refillHidden(table, rows)
    )
  );

/** A range of the addresses of one account: from `first`, up to what comes before `before`. */
interface Addresses {
  readonly did: Did;
  readonly first: string;
  readonly before: string;
}

const ofAccount = (did: Did): Addresses => ({ did, first: `at://${did}/`, before: `at://${did}0` });

/** No record key has a space, and none has a character that sorts before it. */
const ofSubject = (subject: LabelSubject): Addresses =>
  subject._tag === "AccountSubject"
    ? ofAccount(subject.did)
    : { did: subject.did, first: subject.uri, before: `${subject.uri} ` };

const later = (left: string, right: string): string => (left > right ? left : right);
const earlier = (left: string, right: string): string => (left < right ? left : right);

/** Derives the hidden rows of a range that have another layout than this process writes, where they have few indexes. */
const deriveHidden = Effect.fnUntraced(function* (definition: Definition, { before, did, first }: Addresses) {
  const sql = yield* SqlClient;
  const collections = yield* sql.unsafe<{ collection: string }>(hiddenCollectionsText, [first, before]);
  for (const { collection } of collections) {
    const stored = definition(collection);
    if (stored === undefined) continue;
    const prefix = `at://${did}/${collection}`;
    const end = earlier(before, `${prefix}0`);
    let last: string | null = later(first, `${prefix}/`);
    while (last !== null) last = yield* deriveRows(stored, last, end);
  }
});

/**
 * Shows what a statement shows of the records of a range. `definition` returns how this process stores a collection. Rows
 * that then have another layout than their table are derived again when the collection is defined.
 */
const show = Effect.fnUntraced(function* (
  definition: Definition,
  range: Addresses,
  statement: string,
  values: ReadonlyArray<string>
) {
  const sql = yield* SqlClient;
  yield* sql.unsafe(lockAccountsText, [[range.did]]);
  yield* deriveHidden(definition, range);
  const shown = yield* sql.unsafe<ShownCollection>(`select collection, outdated from ${schema}.${statement}`, [
    ...values
  ]);
  for (const { collection, outdated } of shown) if (outdated) yield* sql.unsafe(unfilledText, [collection]);
});

/** Shows the records of an account that no takedown hides. */
export const showRecords = traced("RecordIndexPostgres.show")(function* (definition: Definition, did: Did) {
  yield* show(definition, ofAccount(did), "show_account($1)", [did]);
});

/** Hides the records of an account, or one record, because of a label. */
export const takeDownRecords = ({ subject, until }: Takedown): Effect.Effect<void, SqlError, SqlClient> =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.asVoid(
      sql`select ${sql.literal(schema)}.take_down(${subjectText(subject)}, ${subject.did}, ${until}::bigint)`
    )
  );

/** Shows the records of a takedown that nothing else hides. */
export const restoreRecords = traced("RecordIndexPostgres.restore")(function* (
  definition: Definition,
  subject: LabelSubject
) {
  yield* show(definition, ofSubject(subject), "restore($1, $2)", [subjectText(subject), subject.did]);
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

/** Removes the records of an account, and returns their number. */
export const removeAccountRecords = (did: Did): Effect.Effect<number, SqlError, SqlClient> =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql<{ removed: number }>`select ${sql.literal(schema)}.remove_account_records(${did}) as removed`,
      ([row]) => Number(row?.removed ?? 0)
    )
  );
