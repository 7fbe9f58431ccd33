/**
 * What is kept of events whose details are in an archive, number `archive` of its class. The leaf hash stays in the tree, and
 * stream and version in their sequence.
 */
const archivedEvents = `
create table tidemark.archived_events (
  position bigint primary key,
  version integer not null,
  archive integer not null,
  class text collate "C" not null,
  stream text collate "C" not null,
  leaf_hash text collate "C" not null,
  unique (stream, version)
);

create trigger append_only before update or delete or truncate on tidemark.archived_events
  for each statement execute function tidemark.refuse_change();
alter table tidemark.archived_events enable always trigger append_only;
`;

/** An event can only be deleted once `archived_events` has what is kept of it. */
const onlyArchived = `
create function tidemark.refuse_deletion() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone g where not exists (
      select from tidemark.archived_events a
      where a.position = g.position and a.stream = g.stream and a.version = g.version and a.leaf_hash = g.leaf_hash)) then
    raise exception 'the event log is append-only: delete refused' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

drop trigger append_only on tidemark.events;
create trigger append_only before update or truncate on tidemark.events
  for each statement execute function tidemark.refuse_change();
alter table tidemark.events enable always trigger append_only;
create trigger only_archived after delete on tidemark.events referencing old table as gone
  for each statement execute function tidemark.refuse_deletion();
alter table tidemark.events enable always trigger only_archived;

create function tidemark.archive_events(
  archived_class text, archive_number integer, positions bigint[], leaf_hashes text[]
) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  moved integer;
begin
  insert into tidemark.archived_events (position, version, archive, class, stream, leaf_hash)
  select e.position, e.version, archive_number, archived_class, e.stream, e.leaf_hash
  from unnest(positions, leaf_hashes) as m (position, leaf_hash)
  join tidemark.events e on e.position = m.position and e.leaf_hash = m.leaf_hash
  order by e.position;
  get diagnostics moved = row_count;
  delete from tidemark.events where position = any(positions);
  return moved;
end $$;
revoke all on function tidemark.archive_events from public;
`;

/** As before. A stream of which all events were archived keeps its version, so that it does not begin anew. */
const appendPersonal = `
create or replace function tidemark.append_personal(
  streams text[], expected_versions integer[],
  appends integer[], event_streams text[], versions integer[], ids uuid[], types text[], occurred_ats text[],
  recorded_ats text[], actor_types text[], actor_ids text[], client_ids text[], authorization_ids text[],
  subject_dids text[], request_ids text[], causation_ids text[], correlation_ids text[], outcomes text[],
  reasons text[], datas text[], leaf_hashes text[], personals text[], subjects text[],
  lookup_appends integer[], lookup_kinds text[], lookup_keys text[], lookup_streams text[],
  change_names text[], change_ends integer[], change_details text[], change_keys text[], change_appends integer[],
  out head bigint, out actual_versions integer[], out missing boolean
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
declare
  added bigint;
begin
  select l.position into strict head from tidemark.log_head l for update;

  missing := exists (
    select from unnest(subjects) as w (id) where not exists (select from tidemark.subjects s where s.id = w.id));
  if missing then
    return;
  end if;

  actual_versions := array(
    select coalesce(
      (select e.version from tidemark.events e where e.stream = a.stream order by e.version desc limit 1),
      (select r.version from tidemark.archived_events r where r.stream = a.stream order by r.version desc limit 1), 0)
    from unnest(streams) with ordinality as a (stream, n) order by a.n
  );

  insert into tidemark.events (position, stream, version, id, type, occurred_at, recorded_at, actor_type, actor_id,
    client_id, authorization_id, subject_did, request_id, causation_id, correlation_id, outcome, reason, data, leaf_hash,
    personal)
  select head + row_number() over (order by e.n), e.stream, e.version, e.id, e.type, e.occurred_at, e.recorded_at,
    e.actor_type, e.actor_id, e.client_id, e.authorization_id, e.subject_did, e.request_id, e.causation_id,
    e.correlation_id, e.outcome, e.reason, e.data::json, e.leaf_hash, e.personal::json
  from unnest(appends, event_streams, versions, ids, types, occurred_ats, recorded_ats, actor_types, actor_ids,
      client_ids, authorization_ids, subject_dids, request_ids, causation_ids, correlation_ids, outcomes, reasons,
      datas, leaf_hashes, personals)
    with ordinality as e (append, stream, version, id, type, occurred_at, recorded_at, actor_type, actor_id,
      client_id, authorization_id, subject_did, request_id, causation_id, correlation_id, outcome, reason,
      data, leaf_hash, personal, n)
  where actual_versions[e.append] = expected_versions[e.append]
  order by e.n;
  get diagnostics added = row_count;
  if added = 0 then
    return;
  end if;

  insert into tidemark.lookups (kind, key, stream)
  select k.kind, k.key, k.stream
  from unnest(lookup_appends, lookup_kinds, lookup_keys, lookup_streams) with ordinality as k (append, kind, key, stream, n)
  where actual_versions[k.append] = expected_versions[k.append]
  order by k.n
  on conflict (kind, key) do nothing;

  if cardinality(change_names) > 0 then
    if added < cardinality(appends) then
      change_keys := array(
        select case when actual_versions[c.append] = expected_versions[c.append] then c.key end
        from unnest(change_appends, change_keys) with ordinality as c (append, key, n) order by c.n);
    end if;
    perform tidemark.apply_changes(change_names, change_ends, change_details, change_keys);
  end if;

  update tidemark.log_head set position = head + added;
  perform pg_notify('tidemark_log', (head + added)::text);
end $$;
`;

export const sql = archivedEvents + onlyArchived + appendPersonal;
