/**
 * What the processes of the instance report about themselves. The tables are unlogged: processes report every few seconds,
 * and after a crash of the server they report again.
 */
export const sql = `
create unlogged table tidemark.process_reports (
  process text collate "C" primary key,
  state json not null,
  reported_at timestamptz not null
);

create unlogged table tidemark.process_minutes (
  process text collate "C" not null,
  minute timestamptz not null,
  requests json not null,
  servers json not null,
  primary key (process, minute)
);
`;
