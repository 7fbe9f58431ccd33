/** The namespace of the locks on the records of one account, which migration 111 introduced. */
const accountLock = 0x71de_0111;

/**
 * Of each source, subject and value the label that counts, negations included. Times are in Unix milliseconds. `did` is the
 * account that the label is about, or whose record it is about. The primary key finds the labels of a record.
 */
const labels = `
create table tidemark.labels (
  uri text collate "C" not null,
  src text collate "C" not null,
  val text collate "C" not null,
  did text collate "C" not null,
  cid text collate "C",
  neg boolean not null,
  cts bigint not null,
  exp bigint,
  primary key (uri, src, val)
);
create index labels_of_value on tidemark.labels (val, uri);
create index labels_of_source on tidemark.labels (src);
create index labels_of_account on tidemark.labels (did);
create index labels_latest on tidemark.labels (cts desc, uri, src, val);

create table tidemark.label_definitions (
  val text collate "C" primary key,
  description text not null,
  severity text not null,
  default_visibility text not null
);

create table tidemark.label_preferences (
  did text collate "C" not null,
  val text collate "C" not null,
  visibility text not null,
  primary key (did, val)
);
`;

const seeds = `
insert into tidemark.label_definitions (val, description, severity, default_visibility) values
  ('!takedown', 'Removed by moderators.', 'TAKEDOWN', 'HIDE'),
  ('!suspend', 'Suspended by moderators.', 'TAKEDOWN', 'HIDE'),
  ('!warn', 'Shown after a warning.', 'ALERT', 'WARN'),
  ('!hide', 'Left out of lists.', 'ALERT', 'HIDE'),
  ('porn', 'Pornography.', 'ALERT', 'HIDE'),
  ('sexual', 'Sexually suggestive content.', 'ALERT', 'WARN'),
  ('nudity', 'Nudity that is not sexual.', 'ALERT', 'WARN'),
  ('gore', 'Violence and its results.', 'ALERT', 'WARN'),
  ('graphic-media', 'Disturbing or graphic media.', 'ALERT', 'WARN'),
  ('spam', 'Unwanted advertising or repetition.', 'INFORM', 'WARN'),
  ('impersonation', 'Poses as somebody else.', 'INFORM', 'WARN');
`;

/** What labels hide: records, or all records of an account. `until` is in Unix milliseconds. */
const takedowns = `
create table tidemark_records.takedowns (
  subject text collate "C" primary key,
  did text collate "C" not null,
  until bigint
);
create index takedowns_of_account on tidemark_records.takedowns (did);
create index takedowns_ending on tidemark_records.takedowns (until) where until is not null;
`;

/** The functions that decide whether a record is stored among the visible ones also look for takedowns. */
const writes = `
create or replace function tidemark_records.lock_accounts(dids text[]) returns setof text language plpgsql as $$
begin
  perform pg_advisory_xact_lock(${accountLock}, hashtext(d.did)) from unnest(dids) as d (did);
  return query
    select h.did from tidemark_records.hidden_accounts h where h.did = any(dids)
    union select t.subject from tidemark_records.takedowns t where t.did = any(dids);
end $$;

create or replace function tidemark_records.admits(of_did text, at_uri text, of_rev text) returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(${accountLock}, hashtext(of_did));
  return not exists (select from tidemark_records.hidden_accounts h where h.did = of_did)
    and not exists (select from tidemark_records.takedowns t where t.subject in (of_did, at_uri))
    and (of_rev is null or not exists (
      select from tidemark_records.removed r where r.uri = at_uri and r.rev > of_rev collate "C"));
end $$;
`;

/** The columns of `hidden_records` that a row of every collection has under the same name. */
const own = "uri, cid, did, rkey, rev, indexed_at, value";
const gone = own.replaceAll(/\w+/g, "gone.$&");

/**
 * `set_aside` moves the visible records of a table at an address, or of an account, to the hidden ones. `show_records` moves
 * those between two addresses of an account back that nothing hides.
 */
const moves = `
create function tidemark_records.set_aside(nsid text, by text, equal_to text) returns void language plpgsql as $$
begin
  execute format('
    with gone as (delete from tidemark_records.%I where %I = $1 returning *)
    insert into tidemark_records.hidden_records (${own}, collection, layout, derived)
    select ${own}, $2, layout, to_jsonb(gone) - $3 from gone
    on conflict (uri) do nothing', tidemark_records.table_of(nsid), by)
  using equal_to, nsid, '{${own}, layout}'::text[];
end $$;

create or replace function tidemark_records.hide_account(of_did text, with_status text) returns void
language plpgsql as $$
declare
  each text;
begin
  perform pg_advisory_xact_lock(${accountLock}, hashtext(of_did));
  insert into tidemark_records.hidden_accounts as h (did, status) values (of_did, with_status)
  on conflict (did) do update set status = excluded.status where h.status <> excluded.status;
  for each in select nsid from tidemark_records.collections order by nsid loop
    perform tidemark_records.set_aside(each, 'did', of_did);
  end loop;
end $$;

create function tidemark_records.take_down(of_subject text, of_did text, ends bigint) returns void
language plpgsql as $$
declare
  each text;
begin
  perform pg_advisory_xact_lock(${accountLock}, hashtext(of_did));
  insert into tidemark_records.takedowns as t (subject, did, until) values (of_subject, of_did, ends)
  on conflict (subject) do update set until = excluded.until where t.until is distinct from excluded.until;
  for each in select nsid from tidemark_records.collections
    where of_subject = of_did or nsid = split_part(of_subject, '/', 4) order by nsid
  loop
    perform tidemark_records.set_aside(each, case when of_subject = of_did then 'did' else 'uri' end, of_subject);
  end loop;
end $$;

create function tidemark_records.show_records(of_did text, first text, before text)
returns table (collection text, outdated boolean) language plpgsql as $$
declare
  name text;
  derived_columns text;
  shown_columns text;
begin
  if exists (select from tidemark_records.hidden_accounts h where h.did = of_did)
    or exists (select from tidemark_records.takedowns t where t.subject = of_did) then
    return;
  end if;
  for collection, outdated in
    select c.nsid, bool_or(h.layout <> c.layout)
    from tidemark_records.hidden_records h join tidemark_records.collections c on c.nsid = h.collection
    where h.uri >= first and h.uri < before
      and not exists (select from tidemark_records.takedowns t where t.subject = h.uri)
    group by c.nsid order by c.nsid
  loop
    name := tidemark_records.table_of(collection);
    select string_agg(', ' || quote_ident(a.attname), ''), string_agg(', shown.' || quote_ident(a.attname), '')
    into derived_columns, shown_columns from pg_attribute a
    where a.attrelid = format('tidemark_records.%I', name)::regclass and a.attnum > 0 and not a.attisdropped
      and a.attname <> all ('{${own}, layout, paths}');
    execute format('
      with gone as (
        delete from tidemark_records.hidden_records h where h.uri >= $1 and h.uri < $2 and h.collection = $3
          and not exists (select from tidemark_records.takedowns t where t.subject = h.uri) returning *)
      insert into tidemark_records.%1$I (${own}, layout, paths%2$s)
      select ${gone}, gone.layout, coalesce(shown.paths, ''{}'')%3$s
      from gone cross join lateral jsonb_populate_record(null::tidemark_records.%1$I, gone.derived) shown
      on conflict (uri) do nothing', name, derived_columns, shown_columns)
    using greatest(first, 'at://' || of_did || '/' || collection || '/'),
      least(before, 'at://' || of_did || '/' || collection || '0'), collection;
    return next;
  end loop;
end $$;

create or replace function tidemark_records.show_account(of_did text)
returns table (collection text, outdated boolean) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(${accountLock}, hashtext(of_did));
  delete from tidemark_records.hidden_accounts h where h.did = of_did;
  return query select * from tidemark_records.show_records(of_did, 'at://' || of_did || '/', 'at://' || of_did || '0');
end $$;

create function tidemark_records.restore(of_subject text, of_did text)
returns table (collection text, outdated boolean) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(${accountLock}, hashtext(of_did));
  delete from tidemark_records.takedowns t where t.subject = of_subject;
  return query select * from tidemark_records.show_records(of_did,
    case when of_subject = of_did then 'at://' || of_did || '/' else of_subject end,
    case when of_subject = of_did then 'at://' || of_did || '0' else of_subject || ' ' end);
end $$;
`;

/** The change log says of each change whether the record is hidden by now. */
const changes = `
create or replace function tidemark_records.is_hidden(at_uri text) returns boolean language sql stable as $$
  select exists (select from tidemark_records.hidden_records h where h.uri = at_uri)
    or exists (select from tidemark_records.hidden_accounts a where a.did = split_part(at_uri, '/', 3))
    or exists (select from tidemark_records.takedowns t where t.subject in (at_uri, split_part(at_uri, '/', 3)))
$$;
`;

/** What belongs to the index of records. */
export const hiddenByLabels = takedowns + writes + moves + changes;

export const sql = labels + seeds + hiddenByLabels;
