/**
 * The event log. `data` is `json`, not `jsonb`, so that it stays the text that was written, and costs less to store.
 * The one row of `log_head` serialises appends, so that positions are gapless in commit order.
 */
export const sql = `
create table tidemark.events (
  position bigint primary key,
  version integer not null,
  stream text collate "C" not null,
  id uuid not null unique,
  type text collate "C" not null,
  occurred_at text collate "C" not null,
  recorded_at text collate "C" not null,
  actor_type text collate "C" not null,
  actor_id text collate "C",
  client_id text collate "C",
  authorization_id text collate "C",
  subject_did text collate "C",
  request_id text collate "C",
  causation_id text collate "C",
  correlation_id text collate "C",
  outcome text collate "C" not null,
  reason text collate "C",
  data json not null,
  leaf_hash text collate "C" not null,
  unique (stream, version)
);

create table tidemark.log_head (
  single boolean primary key default true check (single),
  position bigint not null
) with (fillfactor = 10);

insert into tidemark.log_head (position) values (0);

create table tidemark.lookups (
  kind text collate "C" not null,
  key text collate "C" not null,
  stream text collate "C" not null,
  primary key (kind, key)
);

create function tidemark.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the event log is append-only: % refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;

create trigger append_only before update or delete or truncate on tidemark.events
  for each statement execute function tidemark.refuse_change();
alter table tidemark.events enable always trigger append_only;

create function tidemark.append_events(
  streams text[], expected_versions integer[],
  appends integer[], event_streams text[], versions integer[], ids uuid[], types text[], occurred_ats text[],
  recorded_ats text[], actor_types text[], actor_ids text[], client_ids text[], authorization_ids text[],
  subject_dids text[], request_ids text[], causation_ids text[], correlation_ids text[], outcomes text[],
  reasons text[], datas text[], leaf_hashes text[],
  lookup_appends integer[], lookup_kinds text[], lookup_keys text[], lookup_streams text[],
  out head bigint, out actual_versions integer[]
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
declare
  added bigint;
begin
  select l.position into strict head from tidemark.log_head l for update;

  actual_versions := array(
    select coalesce(
      (select e.version from tidemark.events e where e.stream = a.stream order by e.version desc limit 1), 0)
    from unnest(streams) with ordinality as a (stream, n) order by a.n
  );

  insert into tidemark.events (position, stream, version, id, type, occurred_at, recorded_at, actor_type, actor_id,
    client_id, authorization_id, subject_did, request_id, causation_id, correlation_id, outcome, reason, data, leaf_hash)
  select head + row_number() over (order by e.n), e.stream, e.version, e.id, e.type, e.occurred_at, e.recorded_at,
    e.actor_type, e.actor_id, e.client_id, e.authorization_id, e.subject_did, e.request_id, e.causation_id,
    e.correlation_id, e.outcome, e.reason, e.data::json, e.leaf_hash
  from unnest(appends, event_streams, versions, ids, types, occurred_ats, recorded_ats, actor_types, actor_ids,
      client_ids, authorization_ids, subject_dids, request_ids, causation_ids, correlation_ids, outcomes, reasons,
      datas, leaf_hashes)
    with ordinality as e (append, stream, version, id, type, occurred_at, recorded_at, actor_type, actor_id,
      client_id, authorization_id, subject_did, request_id, causation_id, correlation_id, outcome, reason,
      data, leaf_hash, n)
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

  update tidemark.log_head set position = head + added;
  perform pg_notify('tidemark_log', (head + added)::text);
end $$;

revoke all on function tidemark.append_events from public;
`;
