/** How often queries use a field in each way; what indexes are advised by. */
export const sql = `
create table tidemark_records.field_usage (
  collection text collate "C" not null,
  field text collate "C" not null,
  type text collate "C" not null,
  operator text collate "C" not null,
  uses bigint not null,
  last_used_at timestamptz not null,
  primary key (collection, field, type, operator)
);
`;
