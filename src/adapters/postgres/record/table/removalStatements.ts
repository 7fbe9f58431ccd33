import { schema } from "../sql/sqlNames.ts";

/** Locks accounts in the order of a list of their DIDs, until the transaction ends, and returns those that are hidden. */
export const lockAccountsText = `select did from ${schema}.lock_accounts($1::text[]) as hidden (did)`;

/** Remembers the commits that removed records, so that nothing older is stored again. It takes lists of URIs and revisions. */
export const rememberRemovalsText = `insert into ${schema}.removed as r (uri, rev)
  select v.uri, v.rev from unnest($1::text[], $2::text[]) as v (uri, rev)
  on conflict (uri) do update set rev = greatest(r.rev, excluded.rev), removed_at = excluded.removed_at`;

/** Forgets up to a number of the oldest removals that are older than a week. */
export const forgetRemovalsText = `delete from ${schema}.removed where uri in (
  select uri from ${schema}.removed where removed_at < now() - interval '7 days'
  order by removed_at limit $1 for update skip locked)`;
