import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { Instant } from "../../../domain/record/value/instant.ts";
import { readInt8 } from "../connection/readInt8.ts";
import { forgetHiddenReferencesText } from "./table/hiddenStatements.ts";
import { noReferences, referencesText } from "./table/referencesText.ts";
import type { StoredCollection } from "./table/StoredCollection.ts";

interface ReferringRow {
  readonly uri: AtUri;
  readonly value: string;
  readonly references: string | null;
}

/** It sorts after every AT URI. */
const afterAllUris = "at:~";

/** Moves the seen marker of a user, unless it is later already, and returns where it is then. */
export const markSeen = (did: Did, at: Instant): Effect.Effect<Instant, SqlError, SqlClient> =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql<{ seenAt: string }>`
        insert into tidemark.notifications_seen as s (did, seen_at) values (${did}, ${String(at)}::bigint)
        on conflict (did) do update set seen_at = greatest(s.seen_at, excluded.seen_at)
        returning seen_at::text as "seenAt"`,
      ([row]) => (row === undefined ? at : readInt8(row.seenAt))
    )
  );

/**
 * Derives anew the references of the next records of a collection after an AT URI, in a transaction. It returns the last
 * one; null if none is left. Those of hidden records are derived when they are shown. A row is written only if that changes something: most rows that were stored by an earlier
 * version have no reference, and are left as they are.
 */
export const indexReferences = Effect.fnUntraced(function* (
  collection: StoredCollection | undefined,
  after: AtUri | null,
  limit: number
) {
  if (collection === undefined) return null;
  const { statements, table } = collection;
  const sql = yield* SqlClient;
  const rows = yield* sql.unsafe<ReferringRow>(statements.referring, [after ?? "", limit]);
  const last = rows.at(-1)?.uri ?? null;
  yield* sql.unsafe(forgetHiddenReferencesText, [after ?? "", last ?? afterAllUris, table.nsid]);
  const changed = rows.flatMap(({ references, uri, value }) => {
    const text = referencesText(table.accountReferences(JSON.parse(value), recordAddress(uri).did));
    return text === (references ?? noReferences) ? [] : [[uri, text] as const];
  });
  if (changed.length > 0)
    yield* sql.unsafe(statements.refer, [changed.map(([uri]) => uri), changed.map(([, text]) => text)]);
  return last;
});
