import { schema } from "../sql/sqlNames.ts";

/** The class of the advisory locks of accounts, as the functions in the database take them. */
const accountLocks = 0x71de_0111;

/** Locks accounts in the order of a list of their DIDs, until the transaction ends. */
export const lockAccountsText = `select count(pg_advisory_xact_lock(${accountLocks}, hashtext(d.did)))
  from unnest($1::text[]) as d (did)`;

/** Remembers the commits that removed records, so that nothing older is stored again. It takes lists of URIs and revisions. */
export const rememberRemovalsText = `insert into ${schema}.removed as r (uri, rev)
  select v.uri, v.rev from unnest($1::text[], $2::text[]) as v (uri, rev)
  on conflict (uri) do update set rev = greatest(r.rev, excluded.rev), removed_at = excluded.removed_at`;

/** Forgets up to a number of the oldest removals that are older than a week. */
export const forgetRemovalsText = `delete from ${schema}.removed where uri in (
  select uri from ${schema}.removed where removed_at < now() - interval '7 days'
  order by removed_at limit $1 for update skip locked)`;
