/** What the process that follows a source reports about it, and the number of its events by minute. */
export const sql = `
create table tidemark.sync_reports (
  address text primary key,
  fence bigint not null,
  connected boolean not null,
  since timestamptz not null,
  last_event_at timestamptz,
  last_error json,
  collections jsonb not null default '{}',
  reported_at timestamptz not null
);

create table tidemark.sync_minutes (
  address text not null,
  minute timestamptz not null,
  events bigint not null,
  records bigint not null,
  primary key (address, minute)
);
`;
