/** The lock of whoever counts the records that were stored before they were counted as they change. */
const countingLock = 0x71de_0630;

/**
 * The numbers of visible records of each collection, and of each author in it. An author without records has no row. Only
 * where a collection is `complete`, its numbers include the records from before this migration. A row changes often and its
 * key never, so its page has room for the next version.
 */
const tables = `
create table tidemark_records.record_counts (
  collection text collate "C" primary key,
  records bigint not null,
  complete boolean not null
) with (fillfactor = 50);

create table tidemark_records.author_counts (
  collection text collate "C" not null,
  did text collate "C" not null,
  records bigint not null,
  primary key (collection, did)
) with (fillfactor = 80);
`;

/**
 * A transaction whose changes the older function numbers would not be counted, so that this waits for those that have
 * changed records already. The others wait for this.
 */
const lock = "lock table tidemark_records.open_change_batches in exclusive mode;";

/** The plans are made once, while the tables may be small, and kept while they grow. */
const byIndex = `set plan_cache_mode to force_generic_plan
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off`;

/**
 * The numbers of authors are locked in the order of their key, so that two transactions that change records of the same
 * authors never wait for each other in a circle. The numbers of collections, which all writers share, are changed by whoever
 * has locked the head. What the transaction changes after it was numbered, if that was before its end, opens another batch.
 */
const counting = `
create or replace function tidemark_records.number_change_batch() returns trigger language plpgsql ${byIndex} as $$
declare
  number bigint;
  emptied record;
begin
  for emptied in
    with counted as (
      insert into tidemark_records.author_counts as c (collection, did, records)
      select s.collection, split_part(s.uri, '/', 3), sum(case s.kind when 'c' then 1 else -1 end)
      from tidemark_records.changes s where s.batch = new.batch and s.kind <> 'u'
      group by 1, 2 having sum(case s.kind when 'c' then 1 else -1 end) <> 0 order by 1, 2
      on conflict (collection, did) do update set records = c.records + excluded.records
      returning c.collection, c.did, c.records)
    select counted.collection, counted.did from counted where counted.records = 0
  loop
    delete from tidemark_records.author_counts c where c.collection = emptied.collection and c.did = emptied.did;
  end loop;
  update tidemark_records.change_head set commit = commit + 1 returning commit into number;
  update tidemark_records.record_counts c set records = c.records + s.difference
  from (
    select b.collection, sum(case b.kind when 'c' then 1 else -1 end) as difference
    from tidemark_records.changes b where b.batch = new.batch and b.kind <> 'u' group by b.collection
  ) s where c.collection = s.collection and s.difference <> 0;
  insert into tidemark_records.change_commits (commit, batch) values (number, new.batch);
  delete from tidemark_records.open_change_batches o where o.batch = new.batch;
  perform set_config('tidemark.change_batch', '', true);
  perform pg_notify('tidemark_record_changes', number::text);
  return null;
end $$;

create or replace function tidemark_records.forget_changes_of(of_did text) returns void language plpgsql as $$
begin
  set constraints tidemark_records.number_change_batch immediate;
  set constraints tidemark_records.number_change_batch deferred;
  delete from tidemark_records.changes where uri >= 'at://' || of_did || '/' and uri < 'at://' || of_did || '0';
  if found then update tidemark_records.change_head set forgotten = commit; end if;
end $$;
`;

/** A collection is complete from its first record on if it had none when it was defined. */
const collections = `
create function tidemark_records.count_defined() returns trigger language plpgsql as $$
declare
  empty boolean;
begin
  execute format('select not exists (select from tidemark_records.%I)', tidemark_records.table_of(new.nsid)) into empty;
  insert into tidemark_records.record_counts (collection, records, complete) values (new.nsid, 0, empty)
  on conflict (collection) do nothing;
  return null;
end $$;
create trigger count_defined after insert on tidemark_records.collections
  for each row execute function tidemark_records.count_defined();
insert into tidemark_records.record_counts (collection, records, complete)
  select nsid, 0, false from tidemark_records.collections;
`;

/**
 * Adds what the numbers of authors lack: what one snapshot has more records than they say in that snapshot. This difference
 * does not change when records do, so that it can be added to a later number. Where nothing is missing it is zero, so that
 * all of it can be done again. Takes the authors of at least `most` records after a DID, and returns the last; null at the
 * end.
 */
const completing = `
create function tidemark_records.complete_counts(of_collection text, after text, most integer) returns text
language plpgsql as $$
declare
  name text := tidemark_records.table_of(of_collection);
  last text;
  missing bigint;
  emptied text[];
begin
  perform pg_advisory_xact_lock(${countingLock});
  if exists (select from tidemark_records.record_counts c where c.collection = of_collection and c.complete) then
    return null;
  end if;
  execute format('select t.did from tidemark_records.%I t where t.did > $1 order by t.did offset $2 limit 1', name)
  into last using after, most;
  execute format('
    with missing as materialized (
      select coalesce(t.did, c.did) as did, coalesce(t.records, 0) - coalesce(c.records, 0) as records
      from (
        select did, count(*) as records from tidemark_records.%I where did > $2 and ($3 is null or did <= $3) group by did
      ) t full join (
        select did, records from tidemark_records.author_counts
        where collection = $1 and did > $2 and ($3 is null or did <= $3)
      ) c on c.did = t.did
    ), counted as (
      insert into tidemark_records.author_counts as c (collection, did, records)
      select $1, did, records from missing where records <> 0 order by did
      on conflict (collection, did) do update set records = c.records + excluded.records
      returning c.did, c.records)
    select (select coalesce(sum(records), 0) from missing), array(select did from counted where records = 0)', name)
  into missing, emptied using of_collection, after, last;
  delete from tidemark_records.author_counts c where c.collection = of_collection and c.did = any(emptied);
  update tidemark_records.record_counts c set records = c.records + missing, complete = last is null
  where c.collection = of_collection;
  return last;
end $$;
`;

/** What belongs to the index of records. */
export const sql = tables + lock + counting + collections + completing;
