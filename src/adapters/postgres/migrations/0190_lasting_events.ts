/** The few events of a stream that are never superseded, found without reading the many that are. */
export const sql = `
create index events_lasting on tidemark.events (stream, version) where type not in (
  'TokensRefreshed.v1', 'SessionRefreshStarted.v1', 'SessionRefreshed.v1', 'SessionRefreshFailed.v1',
  'RepositoryIndexed.v1', 'BackfillFailed.v1');
`;
