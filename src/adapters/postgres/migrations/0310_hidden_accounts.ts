/** The namespace of the locks on the records of one account, which migration 111 introduced. */
const accountLock = 0x71de_0111;
/** The lock for changes of handles. */
const handleLock = 0x71de_0310;

/**
 * The accounts that are hidden, and their records. `derived` holds the columns of a row that depend on the Lexicon with the
 * `layout`; the layout is empty where they have to be derived when the record is shown.
 */
const tables = `
create table tidemark_records.hidden_accounts (
  did text collate "C" primary key,
  status text not null,
  hidden_at timestamptz not null default now()
);

create table tidemark_records.hidden_records (
  uri text collate "C" primary key,
  cid text collate "C" not null,
  did text collate "C" not null,
  collection text collate "C" not null,
  rkey text collate "C" not null,
  rev text collate "C",
  indexed_at bigint not null,
  value text not null,
  layout text collate "C" not null,
  derived jsonb not null
);
`;

/** The name of a collection's table, as `tableName` computes it. */
const tableName = `
create function tidemark_records.table_of(nsid text) returns text language sql immutable strict as $$
  select left(regexp_replace(nsid, '[^A-Za-z0-9]', '_', 'g'), 40) || '_'
    || left(encode(sha256(convert_to(nsid, 'UTF8')), 'hex'), 16)
$$;
`;

/**
 * Writes of one account wait for each other. Whether it is hidden is read after that, so that a write which waited for
 * `hide_account` does not store a visible record.
 */
const writes = `
create function tidemark_records.lock_accounts(dids text[]) returns setof text language plpgsql as $$
begin
  perform pg_advisory_xact_lock(${accountLock}, hashtext(d.did)) from unnest(dids) as d (did);
  return query select h.did from tidemark_records.hidden_accounts h where h.did = any(dids);
end $$;

create or replace function tidemark_records.admits(of_did text, at_uri text, of_rev text) returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(${accountLock}, hashtext(of_did));
  return not exists (select from tidemark_records.hidden_accounts h where h.did = of_did) and (
    of_rev is null or not exists (
      select from tidemark_records.removed r where r.uri = at_uri and r.rev > of_rev collate "C"));
end $$;
`;

/** The columns of `hidden_records` that a row of every collection has under the same name. */
const own = "uri, cid, did, rkey, rev, indexed_at, value";
const gone = own.replaceAll(/\w+/g, "gone.$&");

/** Each function moves or deletes the records of one account in every collection that ever had a table. */
const moves = `
create function tidemark_records.hide_account(of_did text, with_status text) returns void language plpgsql as $$
declare
  name text;
  each text;
begin
  perform pg_advisory_xact_lock(${accountLock}, hashtext(of_did));
  insert into tidemark_records.hidden_accounts as h (did, status) values (of_did, with_status)
  on conflict (did) do update set status = excluded.status where h.status <> excluded.status;
  for each in select nsid from tidemark_records.collections order by nsid loop
    name := tidemark_records.table_of(each);
    execute format('
      with gone as (delete from tidemark_records.%I where did = $1 returning *)
      insert into tidemark_records.hidden_records (${own}, collection, layout, derived)
      select ${own}, $2, layout, to_jsonb(gone) - $3 from gone
      on conflict (uri) do nothing', name)
    using of_did, each, '{${own}, layout}'::text[];
  end loop;
end $$;

create function tidemark_records.show_account(of_did text) returns table (collection text, outdated boolean)
language plpgsql as $$
declare
  name text;
  derived_columns text;
  shown_columns text;
begin
  perform pg_advisory_xact_lock(${accountLock}, hashtext(of_did));
  delete from tidemark_records.hidden_accounts h where h.did = of_did;
  for collection, outdated in
    select c.nsid, bool_or(h.layout <> c.layout)
    from tidemark_records.hidden_records h join tidemark_records.collections c on c.nsid = h.collection
    where h.uri >= 'at://' || of_did || '/' and h.uri < 'at://' || of_did || '0'
    group by c.nsid order by c.nsid
  loop
    name := tidemark_records.table_of(collection);
    select string_agg(', ' || quote_ident(a.attname), ''), string_agg(', shown.' || quote_ident(a.attname), '')
    into derived_columns, shown_columns from pg_attribute a
    where a.attrelid = format('tidemark_records.%I', name)::regclass and a.attnum > 0 and not a.attisdropped
      and a.attname <> all ('{${own}, layout, paths}');
    execute format('
      with gone as (delete from tidemark_records.hidden_records where uri >= $1 and uri < $2 returning *)
      insert into tidemark_records.%1$I (${own}, layout, paths%2$s)
      select ${gone}, gone.layout, coalesce(shown.paths, ''{}'')%3$s
      from gone cross join lateral jsonb_populate_record(null::tidemark_records.%1$I, gone.derived) shown
      on conflict (uri) do nothing', name, derived_columns, shown_columns)
    using 'at://' || of_did || '/' || collection || '/', 'at://' || of_did || '/' || collection || '0';
    return next;
  end loop;
end $$;

create function tidemark_records.erase_account(of_did text) returns bigint language plpgsql as $$
declare
  each text;
  erased bigint;
  total bigint;
begin
  perform pg_advisory_xact_lock(${accountLock}, hashtext(of_did));
  insert into tidemark_records.hidden_accounts as h (did, status) values (of_did, 'deleted')
  on conflict (did) do update set status = excluded.status where h.status <> excluded.status;
  delete from tidemark_records.hidden_records t
  where t.uri >= 'at://' || of_did || '/' and t.uri < 'at://' || of_did || '0';
  get diagnostics total = row_count;
  for each in select nsid from tidemark_records.collections order by nsid loop
    execute format('delete from tidemark_records.%I where did = $1', tidemark_records.table_of(each)) using of_did;
    get diagnostics erased = row_count;
    total := total + erased;
  end loop;
  return total;
end $$;
`;

/**
 * A handle belongs to one account. Changes of handles wait for each other, because two accounts that exchange theirs would
 * otherwise wait for the rows of each other. A null keeps what is known if `keeps` is true.
 */
const identities = `
alter table tidemark_records.actors add column signing_key text collate "C";

create function tidemark_records.put_actor(
  of_did text, its_handle text, its_pds text, its_key text, keeps boolean
) returns void language plpgsql as $$
begin
  if its_handle is not null
    and not exists (select from tidemark_records.actors a where a.did = of_did and a.handle = its_handle) then
    perform pg_advisory_xact_lock(${handleLock});
    update tidemark_records.actors a set handle = null where a.handle = its_handle and a.did <> of_did;
  end if;
  insert into tidemark_records.actors as a (did, handle, pds, signing_key) values (of_did, its_handle, its_pds, its_key)
  on conflict (did) do update set
    handle = case when keeps then coalesce(excluded.handle, a.handle) else excluded.handle end,
    pds = case when keeps then coalesce(excluded.pds, a.pds) else excluded.pds end,
    signing_key = case when keeps then coalesce(excluded.signing_key, a.signing_key) else excluded.signing_key end;
end $$;
`;

/** Accounts that were seen with the same handle have none until they are resolved again. */
const dueIdentities = `
create table tidemark.due_identities (
  did text collate "C" primary key,
  requests bigint not null default 1,
  failures integer not null default 0,
  claimed boolean not null default false,
  due_at timestamptz not null default clock_timestamp(),
  rests_until timestamptz not null default clock_timestamp()
);
create index due_identities_due on tidemark.due_identities (due_at);

with doubtful as (
  update tidemark_records.actors set handle = null where handle in (
    select handle from tidemark_records.actors where handle is not null group by handle having count(*) > 1)
  returning did)
insert into tidemark.due_identities (did) select did from doubtful;
`;

/** What belongs to the index of records. */
export const hiddenRecords = tables + tableName + writes + moves + identities;

export const sql = hiddenRecords + dueIdentities;
