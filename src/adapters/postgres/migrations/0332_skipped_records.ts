/**
 * The skipped records become dead letters. Processes of the version before still use their tables, which a later
 * migration drops.
 */
export const sql = `
insert into tidemark.dead_letters (source, did, collection, uri, cid, rev, reason, size, received_at)
select 'backfill', did, split_part(uri, '/', 4), uri, cid, rev, reason, 200 + length(uri),
  (extract(epoch from indexed_at) * 1000)::bigint
from tidemark.skipped_records join tidemark.skipped_repositories using (did)
order by position
on conflict do nothing;
`;
