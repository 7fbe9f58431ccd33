/** Writes whose outcome is not certain, kept by triggers so that they change with the events. */
const openWrites = `
create table tidemark.open_writes (
  stream text collate "C" primary key,
  due_at timestamptz not null
);
create index open_writes_due on tidemark.open_writes (due_at);

insert into tidemark.open_writes (stream, due_at)
select distinct r.stream, clock_timestamp() from tidemark.events r
where r.type = 'WriteRequested.v1' and not exists (
  select from tidemark.events o where o.stream = r.stream and o.type in ('RecordWritten.v1', 'WriteRejected.v1'));

create function tidemark.open_write() returns trigger language plpgsql as $$
begin
  insert into tidemark.open_writes (stream, due_at) values (new.stream, clock_timestamp() + interval '15 seconds')
  on conflict (stream) do update set due_at = excluded.due_at;
  return null;
end $$;

create function tidemark.doubt_write() returns trigger language plpgsql as $$
begin
  update tidemark.open_writes set due_at = clock_timestamp() + interval '1 second' where stream = new.stream;
  return null;
end $$;

create function tidemark.settle_write() returns trigger language plpgsql as $$
begin
  delete from tidemark.open_writes where stream = new.stream;
  return null;
end $$;

create trigger open_write after insert on tidemark.events for each row
  when (new.type = 'WriteRequested.v1') execute function tidemark.open_write();
create trigger doubt_write after insert on tidemark.events for each row
  when (new.type = 'WriteOutcomeUnknown.v1') execute function tidemark.doubt_write();
create trigger settle_write after insert on tidemark.events for each row
  when (new.type = 'RecordWritten.v1' or (new.type = 'WriteRejected.v1' and new.reason is distinct from 'not-there'))
  execute function tidemark.settle_write();

`;

/** The commits that removed records from the index, so that nothing older brings them back. */
export const removals = `
create table tidemark_records.removed (
  uri text collate "C" primary key,
  rev text collate "C" not null,
  removed_at timestamptz not null default now()
);
create index removed_at on tidemark_records.removed (removed_at);

create function tidemark_records.admits(of_did text, at_uri text, of_rev text) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(${0x71de_0111}, hashtext(of_did));
  return of_rev is null or not exists (
    select from tidemark_records.removed r where r.uri = at_uri and r.rev > of_rev collate "C");
end $$;

create function tidemark_records.remember_removal(of_did text, at_uri text, by_rev text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(${0x71de_0111}, hashtext(of_did));
  insert into tidemark_records.removed as r (uri, rev) select at_uri, by_rev where by_rev is not null
  on conflict (uri) do update set rev = greatest(r.rev, excluded.rev), removed_at = excluded.removed_at;
  delete from tidemark_records.removed where uri in (
    select uri from tidemark_records.removed where removed_at < now() - interval '7 days'
    order by removed_at limit 2 for update skip locked);
end $$;
`;

export const sql = openWrites + removals;
