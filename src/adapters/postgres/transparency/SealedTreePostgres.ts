import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Lease } from "../../../domain/lease/Leases.ts";
import {
  type Seal,
  type SealedCheckpoint,
  SealedTree,
  SealSuperseded
} from "../../../domain/transparency/SealedTree.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("sealed-tree");

/** An error of `extend`, as distinct from one of the database. */
interface CallerError<E> {
  readonly _tag: "CallerError";
  readonly error: E;
}

const callerError = <E>(error: E): CallerError<E> => ({ _tag: "CallerError", error });

const checkpointColumns = `size, root_hash as "rootHash", origin, note, sealed_at as "sealedAt"`;

const latestCheckpoint = `select ${checkpointColumns} from tidemark.log_checkpoints order by size desc limit 1`;
const checkpointOfSize = `select ${checkpointColumns} from tidemark.log_checkpoints where size = $1`;
const checkpointsAfter = `select ${checkpointColumns} from tidemark.log_checkpoints where size > $1 order by size limit $2`;

const storedTiles = `
select t.level, t.tile as index, t.hashes from unnest($1::smallint[], $2::bigint[]) as w (level, tile)
join tidemark.log_tiles t using (level, tile)`;

/** One text of all hashes, because a row for each of many thousand costs more than their hashes. */
const hashesInRange = `
select count(*) as found, max(position) as last, bool_and(length(leaf_hash) = 43) as "areHashes", string_agg(leaf_hash, '' order by position) as hashes
from (
  select position, leaf_hash from tidemark.events where position > $1 and position <= $2
  union all select position, leaf_hash from tidemark.archived_events where position > $1 and position <= $2) as e`;

/** Characters of a hash in base64url without padding. */
const hashCharacters = 43;

interface HashesInRange {
  readonly found: number;
  readonly last: number | null;
  readonly areHashes: boolean | null;
  readonly hashes: string | null;
}

/** Waits for a seal in progress. A process that says nothing for 5 seconds is rolled back, so that another can seal. */
const lockSeal = `
select fence, set_config('synchronous_commit', 'on', true), set_config('idle_in_transaction_session_timeout', '5s', true)
from tidemark.log_seal for update`;

const storeTiles = `
insert into tidemark.log_tiles as t (level, tile, hashes)
select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])
on conflict (level, tile) do update set hashes = excluded.hashes where t.hashes <> excluded.hashes`;

const split = (hashes: string): ReadonlyArray<Uint8Array> => {
  const all: Array<Uint8Array> = [];
  for (let at = 0; at < hashes.length; at += hashCharacters) {
    all.push(Buffer.from(hashes.slice(at, at + hashCharacters), "base64url"));
  }
  return all;
};

const one = (sql: SqlClient, statement: string, parameters: ReadonlyArray<unknown> = []) =>
  Effect.map(sql.unsafe<SealedCheckpoint>(statement, parameters), ([row]) => Option.fromNullable(row));

const store = Effect.fnUntraced(function* (sql: SqlClient, { fence }: Lease, { checkpoint, tiles, verifierKey }: Seal) {
  const { note, origin, rootHash, sealedAt, size } = checkpoint;
  const levels = tiles.map(({ level }) => level);
  const indexes = tiles.map(({ index }) => index);
  yield* sql.unsafe(storeTiles, [levels, indexes, tiles.map(({ hashes }) => Buffer.from(hashes))]);
  yield* sql`insert into tidemark.log_keys (vkey, first_size) values (${verifierKey}, ${size}) on conflict do nothing`;
  yield* sql`update tidemark.log_seal set fence = ${fence}`;
  yield* sql`
    insert into tidemark.log_checkpoints (size, root_hash, origin, note, sealed_at)
    values (${size}, ${Buffer.from(rootHash)}, ${origin}, ${note}, ${sealedAt})`;
  return checkpoint;
});

const sealLocked = Effect.fnUntraced(function* <E, R>(
  sql: SqlClient,
  lease: Lease,
  extend: (latest: Option.Option<SealedCheckpoint>) => Effect.Effect<Option.Option<Seal>, E, R>
) {
  const [row] = yield* sql.unsafe<{ readonly fence: number }>(lockSeal);
  if ((row?.fence ?? 0) > lease.fence) return yield* Effect.fail(callerError(new SealSuperseded()));
  const sealed = yield* Effect.mapError(extend(yield* one(sql, latestCheckpoint)), callerError);
  return yield* Effect.transposeMapOption(sealed, (seal) => store(sql, lease, seal));
});

/** Nothing is returned after a missing position, or with a hash that is none: the leaves would get the wrong indexes. */
const readHashes = ({ areHashes, found, hashes, last }: HashesInRange, after: number): ReadonlyArray<Uint8Array> => {
  if (hashes === null || areHashes !== true || last !== after + found) return [];
  const all = split(hashes);
  return all.every(({ length }) => length === 32) ? all : [];
};

const makeSealedTree = Effect.map(SqlClient, (sql) => {
  return SealedTree.of({
    latest: Effect.mapError(one(sql, latestCheckpoint), unavailable),
    checkpoint: (size) => Effect.mapError(one(sql, checkpointOfSize, [size]), unavailable),
    checkpoints: (after, limit) =>
      Effect.mapError(sql.unsafe<SealedCheckpoint>(checkpointsAfter, [after, limit]), unavailable),
    tiles: (wanted) =>
      sql
        .unsafe<{ readonly level: number; readonly index: number; readonly hashes: Uint8Array }>(storedTiles, [
          wanted.map(({ level }) => level),
          wanted.map(({ index }) => index)
        ])
        .pipe(
          Effect.mapBoth({
            onFailure: unavailable,
            onSuccess: (rows) => rows.map((row) => ({ ...row, width: row.hashes.length / 32 }))
          })
        ),
    verifierKeys: sql<{ readonly vkey: string }>`
      select vkey from tidemark.log_keys order by first_size desc, vkey`.pipe(
      Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(({ vkey }) => vkey) })
    ),
    leafHashes: (after, limit) =>
      Effect.mapBoth(sql.unsafe<HashesInRange>(hashesInRange, [after, after + limit]), {
        onFailure: unavailable,
        onSuccess: ([row]) => (row === undefined ? [] : readHashes(row, after))
      }),
    seal: (lease, extend) =>
      sql
        .withTransaction(sealLocked(sql, lease, extend))
        .pipe(Effect.mapError((error) => (error._tag === "CallerError" ? error.error : unavailable(error))))
  });
});

/** The tree in `tidemark.log_tiles` and `tidemark.log_checkpoints`. A seal holds no lock that appends wait for. */
export const layer: Layer.Layer<SealedTree, never, SqlClient> = Layer.effect(SealedTree, makeSealedTree);
