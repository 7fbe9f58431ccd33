/** The events of live sync. A found gap is superseded by the next indexing of its repository. */
export const sql = `
drop index tidemark.events_not_superseded;

create index events_not_superseded on tidemark.events (stream, version) where type not in (
  'TokensRefreshed.v1', 'SessionRefreshStarted.v1', 'SessionRefreshed.v1', 'SessionRefreshFailed.v1',
  'RepositoryIndexed.v1', 'RepositoryIndexed.v2', 'BackfillFailed.v1', 'SyncGapFound.v1')
  and (stream like 'authorization-%' or stream like 'session-%' or stream like 'repository-%');
`;
