/** What running processes answer to whoever compares their registries with the log. It is looked at once and thrown away. */
export const sql = `
create unlogged table tidemark.registry_reports (
  question text collate "C" not null,
  process text not null,
  position bigint not null,
  clients json not null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (question, process)
);
`;
