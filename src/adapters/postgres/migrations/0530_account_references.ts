/**
 * Which visible records refer to which account, with one index: an account's references in the order of a page. A row of a
 * record has the references in `account_refs`, as `referencesText` writes them; null if no version wrote them yet.
 */
const tables = `
alter table tidemark_records.record_template add column account_refs text collate "C";

create table tidemark_records.account_references (
  did text collate "C" not null,
  indexed_at bigint not null,
  uri text collate "C" not null,
  reason text not null,
  subject text,
  primary key (did, indexed_at, uri)
);
`;

/** The references in rows of a transition table, with the names of `account_references`. */
const referencesIn = (rows: string): string => `
  select (r.value ->> 0) collate "C" as did, a.indexed_at, a.uri, r.value ->> 1 as reason, r.value ->> 2 as subject
  from (${rows}) a cross join lateral jsonb_array_elements(a.account_refs::jsonb) r (value)`;

const withReferences = (table: string): string =>
  `select t.indexed_at, t.uri, t.account_refs from ${table} t where t.account_refs <> '[]'`;

const insert = (rows: string): string => `
  insert into tidemark_records.account_references (did, indexed_at, uri, reason, subject) ${referencesIn(rows)}
  on conflict (did, indexed_at, uri) do update set reason = excluded.reason, subject = excluded.subject;`;

const remove = (rows: string): string => `
  delete from tidemark_records.account_references t using (${referencesIn(rows)}) x
  where t.did = x.did and t.indexed_at = x.indexed_at and t.uri = x.uri;`;

/** The planner does not know how few rows a transition table has, and would read all references. */
const byIndex = "set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off";

/** A row whose references and time stay the same changes nothing. */
const triggers = `
create function tidemark_records.references_added() returns trigger language plpgsql as $$
begin
  ${insert(withReferences("added"))}
  return null;
end $$;

create function tidemark_records.references_changed() returns trigger language plpgsql ${byIndex} as $$
begin
  ${remove(`${withReferences("gone")} except ${withReferences("added")}`)}
  ${insert(`${withReferences("added")} except ${withReferences("gone")}`)}
  return null;
end $$;

create function tidemark_records.references_removed() returns trigger language plpgsql ${byIndex} as $$
begin
  ${remove(withReferences("gone"))}
  return null;
end $$;

create function tidemark_records.index_references_of(nsid text) returns void language plpgsql as $$
begin
  execute format('
    alter table tidemark_records.%1$I add column if not exists account_refs text collate "C";
    create trigger references_added after insert on tidemark_records.%1$I referencing new table as added
      for each statement execute function tidemark_records.references_added();
    create trigger references_changed after update on tidemark_records.%1$I
      referencing new table as added old table as gone
      for each statement execute function tidemark_records.references_changed();
    create trigger references_removed after delete on tidemark_records.%1$I referencing old table as gone
      for each statement execute function tidemark_records.references_removed()', tidemark_records.table_of(nsid));
end $$;

create function tidemark_records.index_references_of_defined() returns trigger language plpgsql as $$
begin
  perform tidemark_records.index_references_of(new.nsid);
  return null;
end $$;
create trigger index_references_of_defined after insert on tidemark_records.collections
  for each row execute function tidemark_records.index_references_of_defined();
select tidemark_records.index_references_of(nsid) from tidemark_records.collections;
`;

/** Until when each user has seen the notifications, in microseconds since 1970. */
export const notificationsSeen = `
create table tidemark.notifications_seen (
  did text collate "C" primary key,
  seen_at bigint not null
);
`;

/** How far the references of records that were stored before are indexed. */
const indexing = `
create table tidemark.reference_indexing (
  collection text primary key,
  digest text not null,
  after text,
  is_done boolean not null
);
`;

/** What belongs to the index of records. */
export const accountReferences = tables + triggers;

export const sql = accountReferences + notificationsSeen + indexing;
