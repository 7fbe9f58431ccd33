import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Did } from "../../../domain/atproto/Did.ts";
import { FollowedRepositories, type FollowedRepository } from "../../../domain/sync/stream/FollowedRepositories.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

const unavailable = storeUnavailable("followed-repositories");

interface FollowedRow extends Omit<FollowedRepository, "account"> {
  readonly address: string | null;
  readonly generation: number;
  readonly cursor: number;
}

const repositoryOf = ({ address, cursor, generation, ...known }: FollowedRow): FollowedRepository => ({
  ...known,
  account: address === null ? null : { address, generation, cursor }
});

/** The entries in the order in which their rows are locked, the last one of each account. */
const lockable = (repositories: ReadonlyArray<FollowedRepository>): ReadonlyArray<FollowedRepository> =>
  [...new Map(repositories.map((known) => [known.did, known])).values()].toSorted((a, b) => (a.did < b.did ? -1 : 1));

const makeFollowedRepositories = Effect.map(SqlClient, (sql) => {
  const count = sql<{ readonly known: number; readonly desynchronized: number }>`
    select (select count(*) from tidemark.followed_repositories)::float8 as known,
      (select count(*) from tidemark.followed_repositories where desynchronized_at is not null)::float8 as desynchronized`;

  /** The subquery keeps its own plan, a look-up by key, however small the table was when the statement was planned. */
  const find = (dids: ReadonlyArray<Did>) => sql<FollowedRow>`
    select known.* from unnest(${dids}::text[]) as wanted (did) cross join lateral (
      select did, rev, data, desynchronized_at::float8 as "desynchronizedAt", gap_rev as "gapRev",
        account_address as address, account_generation as generation, account_cursor::float8 as cursor
      from tidemark.followed_repositories as stored where stored.did = wanted.did limit 1) as known`;

  const put = (repositories: ReadonlyArray<FollowedRepository>) => sql`
    insert into tidemark.followed_repositories
      (did, rev, data, desynchronized_at, gap_rev, account_address, account_generation, account_cursor)
    select * from unnest(
      ${repositories.map(({ did }) => did)}::text[],
      ${repositories.map(({ rev }) => rev)}::text[],
      ${repositories.map(({ data }) => data)}::text[],
      ${repositories.map(({ desynchronizedAt }) => desynchronizedAt)}::bigint[],
      ${repositories.map(({ gapRev }) => gapRev)}::text[],
      ${repositories.map(({ account }) => account?.address ?? null)}::text[],
      ${repositories.map(({ account }) => account?.generation ?? null)}::int[],
      ${repositories.map(({ account }) => account?.cursor ?? null)}::bigint[])
    on conflict (did) do update set rev = excluded.rev, data = excluded.data,
      desynchronized_at = excluded.desynchronized_at, gap_rev = excluded.gap_rev,
      account_address = excluded.account_address, account_generation = excluded.account_generation,
      account_cursor = excluded.account_cursor`;

  const synchronized = (did: Did, rev: string, data: string) => sql`
    insert into tidemark.followed_repositories as known (did, rev, data) values (${did}, ${rev}, ${data})
    on conflict (did) do update set rev = greatest(known.rev, excluded.rev),
      data = case when known.rev > excluded.rev then known.data else excluded.data end,
      desynchronized_at = null, gap_rev = null
    where known.gap_rev is null or known.gap_rev <= excluded.rev`;

  return FollowedRepositories.of({
    find: (dids) =>
      dids.length === 0
        ? Effect.succeed(new Map())
        : Effect.mapBoth(find(dids), {
            onFailure: unavailable,
            onSuccess: (rows) => new Map(rows.map((row) => [row.did, repositoryOf(row)]))
          }),
    put: (repositories) =>
      repositories.length === 0
        ? Effect.void
        : Effect.asVoid(Effect.mapError(put(lockable(repositories)), unavailable)),
    synchronized: (did, rev, data) => Effect.asVoid(Effect.mapError(synchronized(did, rev, data), unavailable)),
    count: Effect.mapBoth(count, {
      onFailure: unavailable,
      onSuccess: ([row]) => row ?? { known: 0, desynchronized: 0 }
    })
  });
});

/** The followed repositories in `tidemark.followed_repositories`. */
export const layer: Layer.Layer<FollowedRepositories, never, SqlClient> = Layer.effect(
  FollowedRepositories,
  makeFollowedRepositories
);
