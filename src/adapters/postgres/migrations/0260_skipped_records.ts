/**
 * The records that indexing a repository skipped, and their true number by account. The second version of the event is
 * superseded as the first is; processes of the version before still use `events_lasting`.
 */
export const sql = `
create table tidemark.skipped_repositories (
  did text primary key,
  rev text not null,
  indexed_at timestamptz not null,
  total int not null
);

create table tidemark.skipped_records (
  position bigint generated always as identity primary key,
  did text not null references tidemark.skipped_repositories on delete cascade,
  uri text not null,
  cid text not null,
  reason text not null
);
create index skipped_records_of_account on tidemark.skipped_records (did, position);

create index events_not_superseded on tidemark.events (stream, version) where type not in (
  'TokensRefreshed.v1', 'SessionRefreshStarted.v1', 'SessionRefreshed.v1', 'SessionRefreshFailed.v1',
  'RepositoryIndexed.v1', 'RepositoryIndexed.v2', 'BackfillFailed.v1')
  and (stream like 'authorization-%' or stream like 'session-%' or stream like 'repository-%');
`;
