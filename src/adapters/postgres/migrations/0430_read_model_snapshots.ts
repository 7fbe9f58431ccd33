/**
 * Snapshots of the read models that processes hold in memory. They follow from the log: the table can be emptied at any
 * time, and the next start reads the whole log.
 */
export const sql = `
create table tidemark.read_model_snapshots (
  model text collate "C" not null,
  schema_version integer not null,
  position bigint not null,
  leaf_hash text collate "C" not null,
  event_types text[] not null,
  digest text collate "C" not null,
  state text not null,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (model, schema_version)
);
`;
