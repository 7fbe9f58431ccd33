import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import { Nsid } from "../../../domain/atproto/Nsid.ts";
import {
  type BoundedDeadLetter,
  boundDeadLetter,
  type DeadLetterLimits,
  deadLetterLimits
} from "../../../domain/sync/boundDeadLetter.ts";
import { type DeadLetter, type DeadLetterFilter, DeadLetters } from "../../../domain/sync/DeadLetters.ts";
import { storeUnavailable } from "../connection/failureReason.ts";
import { toStoredText } from "../record/sql/storedText.ts";
import { DeadLetterEviction } from "./DeadLetterEviction.ts";
import { type DeadLetterRow, deadLetterColumns, deadLetterOf, storedTextOrNull } from "./deadLetterRow.ts";

const unavailable = storeUnavailable("dead-letters");

const isNsid = Schema.is(Nsid);

interface Total {
  readonly total: number;
}

/** The last one of each record in the order of the addresses, in which their rows are locked; then those without one. */
const lockable = (letters: ReadonlyArray<DeadLetter>): ReadonlyArray<BoundedDeadLetter> => {
  const all = letters.map(boundDeadLetter);
  const byUri = new Map<string, BoundedDeadLetter>();
  for (const each of all) {
    const { rev, uri } = each.letter;
    if (uri !== null && (byUri.get(uri)?.letter.rev ?? "") <= (rev ?? "")) byUri.set(uri, each);
  }
  const order = [...byUri.keys()].toSorted();
  return [...order.flatMap((uri) => byUri.get(uri) ?? []), ...all.filter(({ letter }) => letter.uri === null)];
};

const insert = (sql: SqlClient, all: ReadonlyArray<BoundedDeadLetter>) => {
  const column = <A>(read: (letter: DeadLetter) => A): ReadonlyArray<A> => all.map(({ letter }) => read(letter));
  return sql`
    insert into tidemark.dead_letters as stored
      (source, did, collection, uri, cid, rev, reason, detail, value, bytes, size, received_at)
    select * from unnest(
      ${column(({ source }) => source)}::text[],
      ${column(({ did }) => did ?? "")}::text[],
      ${column(({ collection }) => storedTextOrNull(collection))}::text[],
      ${column(({ uri }) => storedTextOrNull(uri))}::text[],
      ${column(({ cid }) => storedTextOrNull(cid))}::text[],
      ${column(({ rev }) => storedTextOrNull(rev))}::text[],
      ${column(({ reason }) => reason)}::text[],
      ${column(({ detail }) => storedTextOrNull(detail))}::text[],
      ${all.map(({ json }) => json)}::text[],
      ${column(({ bytes }) => bytes)}::bytea[],
      ${all.map(({ size }) => size)}::int[],
      ${column(({ receivedAt }) => receivedAt)}::bigint[])
    on conflict (md5(uri)) where uri is not null do update set
      id = excluded.id, source = excluded.source, did = excluded.did, collection = excluded.collection,
      uri = excluded.uri, cid = excluded.cid, rev = excluded.rev, reason = excluded.reason, detail = excluded.detail,
      value = excluded.value, bytes = excluded.bytes, size = excluded.size, received_at = excluded.received_at
    where coalesce(stored.rev, '') <= coalesce(excluded.rev, '')`;
};

const add = (sql: SqlClient, eviction: DeadLetterEviction, letters: ReadonlyArray<DeadLetter>) => {
  const all = lockable(letters);
  const size = all.reduce((sum, each) => sum + each.size, 0);
  return Effect.zipRight(insert(sql, all), eviction.added(all.length, size));
};

const makeDeadLetters = (limits: DeadLetterLimits) =>
  Effect.map(SqlClient, (sql) => {
    const eviction = new DeadLetterEviction(sql, limits);

    const where = ({ collection, did, ids, reason }: DeadLetterFilter) => sql`
      where true ${ids === null ? sql`` : sql`and id = any(${ids}::bigint[])`}
        ${collection === null ? sql`` : sql`and collection = ${toStoredText(collection)}`}
        ${did === null ? sql`` : sql`and did = ${toStoredText(did)}`}
        ${reason === null ? sql`` : sql`and reason = ${reason}`}`;

    const totalOf = (statement: Effect.Effect<ReadonlyArray<Total>, SqlError>) =>
      Effect.mapBoth(statement, { onFailure: unavailable, onSuccess: ([row]) => row?.total ?? 0 });

    const columns = sql.literal(deadLetterColumns);

    return DeadLetters.of({
      add: (letters) =>
        letters.length === 0
          ? Effect.void
          : Effect.mapError(sql.withTransaction(add(sql, eviction, letters)), unavailable),
      // The subquery looks each address up by its index, however small the table was when the statement was planned.
      removeAt: (records) =>
        records.length === 0
          ? Effect.void
          : sql`
            delete from tidemark.dead_letters where id = any(array(
              select found.id from unnest(
                ${records.map(({ uri }) => toStoredText(uri))}::text[],
                ${records.map(({ rev }) => storedTextOrNull(rev))}::text[]) as changed (uri, rev)
              cross join lateral (
                select id, rev from tidemark.dead_letters as stored
                where stored.uri is not null and md5(stored.uri) = md5(changed.uri) limit 1) as found
              where changed.rev is null or coalesce(found.rev, '') <= changed.rev))`.pipe(
              Effect.asVoid,
              Effect.mapError(unavailable)
            ),
      list: (filter, before, limit) =>
        sql<DeadLetterRow>`
          select ${columns} from tidemark.dead_letters ${where(filter)}
            ${before === null ? sql`` : sql`and id < ${before}`}
          order by dead_letters.id desc limit ${limit}`.pipe(
          Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(deadLetterOf) })
        ),
      count: (filter) =>
        totalOf(sql<Total>`select count(*)::float8 as total from tidemark.dead_letters ${where(filter)}`),
      find: (uri) =>
        sql<DeadLetterRow>`
          select ${columns} from tidemark.dead_letters
          where uri is not null and md5(uri) = md5(${toStoredText(uri)}::text)`.pipe(
          Effect.mapBoth({
            onFailure: unavailable,
            onSuccess: ([row]) => (row === undefined ? null : deadLetterOf(row))
          })
        ),
      drop: (filter) =>
        totalOf(sql<Total>`
          with dropped as (delete from tidemark.dead_letters ${where(filter)} returning id)
          select count(*)::float8 as total from dropped`),
      evicted: totalOf(
        sql<Total>`select coalesce(sum(evicted), 0)::float8 as total from tidemark.dead_letter_evictions`
      ),
      collections: sql<{ readonly collection: string; readonly total: number }>`
        select collection, count(*)::float8 as total from tidemark.dead_letters
        where collection is not null and uri is not null group by collection`.pipe(
        Effect.mapBoth({
          onFailure: unavailable,
          onSuccess: (rows) =>
            new Map(rows.flatMap(({ collection, total }) => (isNsid(collection) ? [[collection, total]] : [])))
        })
      )
    });
  });

/** Dead letters in `tidemark.dead_letters`, within other limits than those of a service. */
export const layerWith = (limits: DeadLetterLimits): Layer.Layer<DeadLetters, never, SqlClient> =>
  Layer.effect(DeadLetters, makeDeadLetters(limits));

/** Dead letters in `tidemark.dead_letters`. */
export const layer: Layer.Layer<DeadLetters, never, SqlClient> = layerWith(deadLetterLimits);
