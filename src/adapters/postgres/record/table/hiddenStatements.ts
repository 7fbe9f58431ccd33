import { schema } from "../sql/sqlNames.ts";

/**
 * Stores records of hidden accounts, which must be locked. It takes a list for each column of every table of records, and
 * one of collections, one of layouts and one of `derivedText`. An author sees own records that a label hides, so that the
 * derived columns are needed before they are shown.
 */
export const putHiddenText = `insert into ${schema}.hidden_records as t
    (uri, cid, did, rkey, rev, indexed_at, value, collection, layout, derived)
  select v.uri, v.cid, v.did, v.rkey, v.rev, v.indexed_at::bigint, v.value, v.collection, v.layout, v.derived::jsonb
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::text[]) as v (uri, cid, did, rkey, rev, indexed_at, value, collection, layout, derived)
  where v.rev is null or not exists (
    select from ${schema}.removed r where r.uri = v.uri and r.rev > v.rev collate "C")
  on conflict (uri) do update set cid = excluded.cid, value = excluded.value, layout = excluded.layout,
    derived = excluded.derived,
    rev = greatest(t.rev, excluded.rev),
    indexed_at = case when t.cid = excluded.cid then t.indexed_at else excluded.indexed_at end
  where t.rev is null or excluded.rev is null or t.rev <= excluded.rev`;

/** Removes records of hidden accounts, which must be locked. It takes lists of URIs and revisions. */
export const removeHiddenText = `delete from ${schema}.hidden_records t
  using unnest($1::text[], $2::text[]) as v (uri, rev)
  where t.uri = v.uri and (t.rev is null or v.rev is null or t.rev <= v.rev collate "C")`;

/** Removes the records of all hidden accounts, and returns their number. */
export const clearHiddenText = `with gone as (delete from ${schema}.hidden_records returning 1)
  select count(*) as count from gone`;

/** Returns the collections of the records between two URIs. */
export const hiddenCollectionsText = `select distinct collection from ${schema}.hidden_records
  where uri >= $1 and uri < $2 order by collection`;

/**
 * Returns the next records between two URIs whose derived columns are of another layout, or whose references to accounts
 * were not derived before they were hidden. Refilled rows are not found again.
 */
export const outdatedHiddenText = `select uri, cid, did, value from ${schema}.hidden_records
  where uri >= $1 and uri < $2 and (layout <> $3 or derived ->> 'account_refs' is null) order by uri limit 500`;

/**
 * Locks and returns the next records of a collection after a URI that their authors see, and whose derived columns are of
 * another layout.
 */
export const outdatedForAuthorsText = `select t.uri, t.cid, t.value, t.did from ${schema}.hidden_records t
  where t.uri > $1 and t.collection = $2 and t.layout <> $3
    and not exists (select from ${schema}.hidden_accounts h where h.did = t.did)
  order by t.uri limit 500 for update of t`;

/** Replaces the derived columns of records. It takes a list of URIs, one of `derivedText`, and the layout. */
export const refillHiddenText = `update ${schema}.hidden_records t set derived = v.derived::jsonb, layout = $3
  from unnest($1::text[], $2::text[]) as v (uri, derived) where t.uri = v.uri`;

/** Has the references of a collection's records between two URIs, the last one included, derived when they are shown. */
export const forgetHiddenReferencesText = `update ${schema}.hidden_records set derived = derived - 'account_refs'
  where uri > $1 and uri <= $2 and collection = $3 and derived ? 'account_refs'`;
