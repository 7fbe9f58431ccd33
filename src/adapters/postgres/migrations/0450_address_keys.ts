/**
 * The key that network addresses are hashed under, one for each day (UTC), sealed with a secret of the service. The table
 * is unlogged: its rows are in no write-ahead log, physical backup or replica. A crash of the server empties it, and the
 * next address gets a new key. It is vacuumed as soon as a key is deleted, so that the key does not stay in a free page.
 */
export const sql = `
create unlogged table tidemark.address_keys (
  day date primary key,
  key_id text collate "C" not null,
  sealed_key bytea not null
) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
`;
