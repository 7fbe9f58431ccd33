/**
 * Backfills, and which repositories each covers while it runs. `next_pace_at` is the moment from which the rate will be
 * calculated a minute after it.
 */
export const sql = `
create table tidemark.backfills (
  id int generated always as identity primary key,
  target jsonb not null,
  state text not null default 'running',
  abort_reason text,
  started_at bigint not null,
  ended_at bigint,
  is_listed boolean not null default false,
  cursor text,
  fruitless_pages int not null default 0,
  repositories int not null default 0,
  processed int not null default 0,
  failed int not null default 0,
  records bigint not null default 0,
  bytes bigint not null default 0,
  pace_at bigint not null,
  pace_processed int not null default 0,
  next_pace_at bigint not null,
  next_pace_processed int not null default 0
);
create index backfills_running on tidemark.backfills (id) where state = 'running';

create table tidemark.backfill_repositories (
  backfill int not null references tidemark.backfills,
  did text collate "C" not null,
  is_processed boolean not null default false,
  primary key (backfill, did)
);
create index backfill_repositories_waiting on tidemark.backfill_repositories (did) where not is_processed;
`;
