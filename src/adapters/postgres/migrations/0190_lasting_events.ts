/**
 * The few events that are never superseded of the streams that have others, found without reading those. Writes, of which
 * there are most, cost nothing for it.
 */
export const sql = `
create index events_lasting on tidemark.events (stream, version) where type not in (
  'TokensRefreshed.v1', 'SessionRefreshStarted.v1', 'SessionRefreshed.v1', 'SessionRefreshFailed.v1',
  'RepositoryIndexed.v1', 'BackfillFailed.v1')
  and (stream like 'authorization-%' or stream like 'session-%' or stream like 'repository-%');
`;
