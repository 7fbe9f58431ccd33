/**
 * The index of records: one table per collection, like `nothing`, is added when its Lexicon is. All of it can be dropped
 * and filled again from the repositories. `value` is `text` because `jsonb` cannot hold every JSON string.
 */
export const sql = `
create schema tidemark_records;

create table tidemark_records.nothing (
  uri text collate "C" primary key,
  cid text collate "C" not null,
  did text collate "C" not null,
  rkey text collate "C" not null,
  rev text collate "C",
  indexed_at bigint not null,
  value text not null,
  paths jsonb not null,
  layout text collate "C" not null
);
create index on tidemark_records.nothing (indexed_at desc, uri desc);
create index on tidemark_records.nothing (did, indexed_at desc, uri desc);
alter table tidemark_records.nothing add check (false) no inherit;

create table tidemark_records.collections (
  nsid text collate "C" primary key,
  layout text collate "C" not null,
  filled boolean not null
);

create table tidemark_records.actors (
  did text collate "C" primary key,
  handle text collate "C" not null
);
create index on tidemark_records.actors (handle);
`;
