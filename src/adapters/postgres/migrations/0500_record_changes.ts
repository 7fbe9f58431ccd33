/**
 * The change log of records. Every transaction that changes what queries see has a number, its commit; the numbers are
 * gapless in the order of the commits. A change is identified by its commit and by `n`, which ascends within it.
 *
 * `before` is the version that a change replaced or removed, and null for a created record. The version after a change is
 * the `before` of the next change of the record, or the stored row, so that a created record is not stored twice.
 */
const tables = `
create table tidemark_records.change_head (
  single boolean primary key default true check (single),
  epoch uuid not null default gen_random_uuid(),
  commit bigint not null,
  forgotten bigint not null
);
insert into tidemark_records.change_head (commit, forgotten) values (0, 0);

create table tidemark_records.change_commits (
  commit bigint primary key,
  batch bigint not null,
  committed_at timestamptz not null default clock_timestamp()
);

create sequence tidemark_records.change_batches;
create table tidemark_records.open_change_batches (batch bigint primary key);

create table tidemark_records.changes (
  batch bigint not null,
  n bigint generated always as identity,
  kind "char" not null,
  collection text collate "C" not null,
  uri text collate "C" not null,
  cid text collate "C",
  before_cid text collate "C",
  before_rev text collate "C",
  before_indexed_at bigint,
  before text,
  primary key (batch, n)
);
create index changes_before on tidemark_records.changes (uri, n) where before_cid is not null;
`;

/**
 * The first change of a transaction opens a batch. The deferred trigger numbers it when the transaction commits, so that
 * the head is locked only from then to the end of the commit, and after every other lock.
 */
const commits = `
create function tidemark_records.current_change_batch() returns bigint language plpgsql as $$
declare
  batch bigint := nullif(current_setting('tidemark.change_batch', true), '')::bigint;
begin
  if batch is null then
    batch := nextval('tidemark_records.change_batches');
    perform set_config('tidemark.change_batch', batch::text, true);
    insert into tidemark_records.open_change_batches values (batch);
  end if;
  return batch;
end $$;

create function tidemark_records.number_change_batch() returns trigger language plpgsql as $$
declare
  number bigint;
begin
  update tidemark_records.change_head set commit = commit + 1 returning commit into number;
  insert into tidemark_records.change_commits (commit, batch) values (number, new.batch);
  delete from tidemark_records.open_change_batches o where o.batch = new.batch;
  perform pg_notify('tidemark_record_changes', number::text);
  return null;
end $$;

create constraint trigger number_change_batch after insert on tidemark_records.open_change_batches
  deferrable initially deferred for each row execute function tidemark_records.number_change_batch();
`;

/** A row whose derived columns alone change is no change, and neither is one that only gets a later revision. */
const triggers = `
create function tidemark_records.log_created() returns trigger language plpgsql as $$
declare
  batch bigint;
begin
  if exists (select from added) then
    batch := tidemark_records.current_change_batch();
    insert into tidemark_records.changes (batch, kind, collection, uri, cid)
    select batch, 'c', tg_argv[0], a.uri, a.cid from added a;
  end if;
  return null;
end $$;

create function tidemark_records.log_updated() returns trigger language plpgsql as $$
declare
  batch bigint;
begin
  if exists (select from added a join gone g using (uri) where a.cid <> g.cid or a.value <> g.value) then
    batch := tidemark_records.current_change_batch();
    insert into tidemark_records.changes
      (batch, kind, collection, uri, cid, before_cid, before_rev, before_indexed_at, before)
    select batch, 'u', tg_argv[0], a.uri, a.cid, g.cid, g.rev, g.indexed_at, g.value
    from added a join gone g using (uri) where a.cid <> g.cid or a.value <> g.value;
  end if;
  return null;
end $$;

create function tidemark_records.log_deleted() returns trigger language plpgsql as $$
declare
  batch bigint;
begin
  if exists (select from gone) then
    batch := tidemark_records.current_change_batch();
    insert into tidemark_records.changes
      (batch, kind, collection, uri, before_cid, before_rev, before_indexed_at, before)
    select batch, 'd', tg_argv[0], g.uri, g.cid, g.rev, g.indexed_at, g.value from gone g;
  end if;
  return null;
end $$;

create function tidemark_records.log_changes_of(nsid text) returns void language plpgsql as $$
declare
  name text := tidemark_records.table_of(nsid);
begin
  execute format('
    create trigger log_created after insert on tidemark_records.%1$I referencing new table as added
      for each statement execute function tidemark_records.log_created(%2$L);
    create trigger log_updated after update on tidemark_records.%1$I referencing new table as added old table as gone
      for each statement execute function tidemark_records.log_updated(%2$L);
    create trigger log_deleted after delete on tidemark_records.%1$I referencing old table as gone
      for each statement execute function tidemark_records.log_deleted(%2$L)', name, nsid);
end $$;

create function tidemark_records.log_changes_of_defined() returns trigger language plpgsql as $$
begin
  perform tidemark_records.log_changes_of(new.nsid);
  return null;
end $$;
create trigger log_changes_of_defined after insert on tidemark_records.collections
  for each row execute function tidemark_records.log_changes_of_defined();
select tidemark_records.log_changes_of(nsid) from tidemark_records.collections;
`;

/**
 * Reads changes after a place (`after_n` null for the end of the commit) in one snapshot. The version after a change is
 * the `before` of the next change of the record, or the row that is stored now.
 */
const reading = `
create function tidemark_records.is_hidden(at_uri text) returns boolean language sql stable as $$
  select exists (select from tidemark_records.hidden_records h where h.uri = at_uri)
    or exists (select from tidemark_records.hidden_accounts a where a.did = split_part(at_uri, '/', 3))
$$;

create function tidemark_records.read_changes(after_commit bigint, after_n bigint, most integer)
returns table (
  commit bigint, n bigint, kind text, uri text, handle text, cid text, rev text, indexed_at bigint, value text,
  before_cid text, before_rev text, before_indexed_at bigint, before text, hidden boolean
) language plpgsql stable as $$
declare
  last_commit bigint;
  last_n bigint;
  each text;
begin
  select p.commit, p.n into last_commit, last_n from (
    select m.commit, c.n from tidemark_records.change_commits m join tidemark_records.changes c using (batch)
    where m.commit > after_commit or (m.commit = after_commit and c.n > after_n)
    order by m.commit, c.n limit most
  ) p order by p.commit desc, p.n desc limit 1;
  for each in
    select distinct c.collection from tidemark_records.change_commits m join tidemark_records.changes c using (batch)
    where m.commit between after_commit and last_commit
  loop
    return query execute format('
      select m.commit, c.n, c.kind::text, c.uri, a.handle, x.cid, x.rev, x.indexed_at, x.value,
        c.before_cid, c.before_rev, c.before_indexed_at, c.before, tidemark_records.is_hidden(c.uri)
      from tidemark_records.change_commits m join tidemark_records.changes c using (batch)
      left join tidemark_records.actors a on a.did = split_part(c.uri, ''/'', 3)
      left join lateral (
        (select l.before_cid as cid, l.before_rev as rev, l.before_indexed_at as indexed_at, l.before as value
        from tidemark_records.changes l where l.uri = c.uri and l.n > c.n and l.before_cid is not null order by l.n limit 1)
        union all
        (select t.cid, t.rev, t.indexed_at, t.value from tidemark_records.%I t where t.uri = c.uri)
        limit 1
      ) x on c.kind <> ''d''
      where m.commit between $1 and $3 and (m.commit > $1 or c.n > $2) and (m.commit < $3 or c.n <= $4)
        and c.collection = $5', tidemark_records.table_of(each))
    using after_commit, after_n, last_commit, last_n, each;
  end loop;
end $$;
`;

/**
 * What an erased account had is no longer in the change log, only that it was removed. Of an erased person, nothing is. Nobody
 * can continue at a cursor before that: subscribers ask their queries again, and find no record of the person.
 */
const erasing = `
alter function tidemark_records.erase_account(text) rename to erase_records;

create function tidemark_records.erase_account(of_did text) returns bigint language plpgsql as $$
declare
  total bigint := tidemark_records.erase_records(of_did);
begin
  update tidemark_records.changes set before = null
  where uri >= 'at://' || of_did || '/' and uri < 'at://' || of_did || '0' and before_cid is not null;
  return total;
end $$;

create function tidemark_records.forget_changes_of(of_did text) returns void language plpgsql as $$
begin
  delete from tidemark_records.changes where uri >= 'at://' || of_did || '/' and uri < 'at://' || of_did || '0';
  if not found then return; end if;
  set constraints tidemark_records.number_change_batch immediate;
  set constraints tidemark_records.number_change_batch deferred;
  update tidemark_records.change_head set forgotten = commit;
end $$;
`;

/** Deletes the first commits before a time, in the order of their numbers. */
const forgetting = `
create function tidemark_records.forget_changes(before timestamptz, most integer) returns bigint language plpgsql as $$
declare
  last bigint;
  total bigint;
begin
  select max(f.commit) into last from (
    select m.commit from tidemark_records.change_commits m order by m.commit limit most
  ) f join tidemark_records.change_commits m using (commit) where m.committed_at < before;
  if last is null then return 0; end if;
  delete from tidemark_records.changes c using tidemark_records.change_commits m
  where m.commit <= last and c.batch = m.batch;
  delete from tidemark_records.change_commits m where m.commit <= last;
  get diagnostics total = row_count;
  update tidemark_records.change_head set forgotten = greatest(forgotten, last);
  return total;
end $$;
`;

export const sql = tables + commits + triggers + reading + erasing + forgetting;
