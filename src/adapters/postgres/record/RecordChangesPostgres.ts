import { SqlClient } from "@effect/sql/SqlClient";
import { PgClient } from "@effect/sql-pg/PgClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { Cid } from "../../../domain/atproto/Cid.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { type ChangeExtent, cursorAfter, rejectionOf } from "../../../domain/record/change/ChangeCursor.ts";
import type { RecordChange } from "../../../domain/record/change/RecordChange.ts";
import { RecordChanges } from "../../../domain/record/change/RecordChanges.ts";
import type { NamedRecord } from "../../../domain/record/query/operandValue.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { makeHeads } from "../connection/Heads.ts";
import { isoText } from "./result/isoText.ts";

const unavailable = storeUnavailable("record-changes");

interface ExtentRow {
  readonly epoch: string;
  readonly headCommit: number;
  readonly forgotten: number;
}

interface ChangeRow extends ExtentRow {
  /** Null in the only row of a page without changes. */
  readonly commit: number | null;
  readonly n: number;
  readonly kind: string;
  readonly uri: AtUri;
  readonly handle: string | null;
  readonly cid: string | null;
  readonly rev: string | null;
  readonly indexedAt: string | null;
  readonly value: string | null;
  readonly beforeCid: string | null;
  readonly beforeRev: string | null;
  readonly beforeIndexedAt: string | null;
  readonly before: string | null;
  readonly isHidden: boolean;
}

/** The changes of a page, with the extent of the log in the same snapshot. */
const readText = `
  select h.epoch, h.commit::float8 as "headCommit", h.forgotten::float8 as forgotten,
    c.commit::float8 as commit, c.n::float8 as n, c.kind, c.uri, c.handle, c.cid, c.rev, c.indexed_at::text as "indexedAt", c.value,
    c.before_cid as "beforeCid", c.before_rev as "beforeRev", c.before_indexed_at::text as "beforeIndexedAt", c.before,
    c.hidden as "isHidden"
  from tidemark_records.change_head h
  left join tidemark_records.read_changes($1::bigint, $2::bigint, $3::integer) c on true
  order by c.commit, c.n`;

const kinds: Readonly<Record<string, RecordChange["kind"]>> = { c: "created", u: "updated", d: "deleted" };

const version = (
  uri: AtUri,
  handle: string | null,
  [cid, rev, indexedAt, value]: readonly [string | null, string | null, string | null, string | null]
): NamedRecord | null =>
  cid === null || indexedAt === null || value === null
    ? null
    : {
        handle,
        record: {
          ...recordAddress(uri),
          uri,
          cid: Cid.make(cid, true),
          rev,
          indexedAt: isoText(indexedAt),
          value: JSON.parse(value)
        }
      };

const changeOf = (row: ChangeRow): ReadonlyArray<RecordChange> => {
  const { commit, handle, isHidden, n, uri } = row;
  const kind = kinds[row.kind];
  if (commit === null || kind === undefined) return [];
  return [
    {
      position: { commit, n },
      kind,
      uri,
      collection: recordAddress(uri).collection,
      before: version(uri, handle, [row.beforeCid, row.beforeRev, row.beforeIndexedAt, row.before]),
      after: version(uri, handle, [row.cid, row.rev, row.indexedAt, row.value]),
      isHidden
    }
  ];
};

const extentOf = ({ epoch, forgotten, headCommit }: ExtentRow): ChangeExtent => ({
  epoch,
  commit: headCommit,
  forgotten
});

const makeRecordChanges = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const extent = Effect.map(
    sql<ExtentRow>`select epoch, commit::float8 as "headCommit", forgotten::float8 as forgotten
      from tidemark_records.change_head`,
    ([row]) => (row === undefined ? Effect.die("no head of the change log") : Effect.succeed(extentOf(row)))
  ).pipe(Effect.flatten);
  const commits = yield* makeHeads(yield* PgClient, {
    channel: "tidemark_record_changes",
    current: Effect.map(extent, ({ commit }) => commit),
    name: "the change log of records"
  });
  return RecordChanges.of({
    head: Effect.mapBoth(extent, {
      onFailure: unavailable,
      onSuccess: ({ commit, epoch }) => ({ epoch, commit, n: null })
    }),
    read: traced("RecordChangesPostgres.read")(function* (after, limit) {
      const rows = yield* Effect.mapError(sql.unsafe<ChangeRow>(readText, [after.commit, after.n, limit]), unavailable);
      const [first] = rows;
      if (first === undefined) return yield* Effect.die("no head of the change log");
      const found = extentOf(first);
      const rejected = rejectionOf(after, found);
      if (rejected !== null) return yield* rejected;
      const changes = rows.flatMap(changeOf);
      return { changes, cursor: cursorAfter(changes.at(-1)?.position, changes.length === limit, found) };
    }),
    commits,
    forget: (before, limit) =>
      sql<{ count: number }>`
        select tidemark_records.forget_changes(to_timestamp(${before}::float8 / 1000), ${limit}::integer)::float8 as count`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => row?.count ?? 0 })
      )
  });
});

/** The change log in `tidemark_records.changes`. */
export const layer: Layer.Layer<RecordChanges, never, SqlClient | PgClient> = Layer.scoped(
  RecordChanges,
  makeRecordChanges
);
