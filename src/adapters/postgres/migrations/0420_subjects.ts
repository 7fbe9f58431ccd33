/**
 * The persons whom events are about, each with the key of what is personal in their events. `key` is sealed with a secret
 * of the service. To erase a person is to delete the row. What stays is a mark, a keyed hash of the DID under a key of the
 * instance, so that nothing of theirs is indexed again.
 */
const subjects = `
create table tidemark.subjects (
  id text collate "C" primary key,
  did text collate "C" not null unique,
  stream_key text collate "C" not null,
  commitment text collate "C" not null,
  key_id text collate "C" not null,
  sealed_key bytea not null
);
create index subjects_commitment on tidemark.subjects (commitment);
create index subjects_key on tidemark.subjects (key_id);

alter table tidemark.events add column personal json;

create table tidemark.erased_accounts (mark text collate "C" primary key);

create table tidemark.instance_keys (
  name text collate "C" primary key,
  key_id text collate "C" not null,
  sealed_key bytea not null
);
`;

/**
 * Finds persons, and adds those that are missing. It locks the head of the log like an append, so that two transactions
 * cannot wait for each other. Streams from before are named for the hash of the DID, and keep that name.
 */
const openSubjects = `
create function tidemark.open_subjects(
  ids text[], dids text[], commitments text[], key_ids text[], sealed_keys bytea[]
) returns setof tidemark.subjects
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform from tidemark.log_head for update;
  insert into tidemark.subjects (id, did, stream_key, commitment, key_id, sealed_key)
  select n.id, n.did, case when exists (
      select from tidemark.events e where e.stream in ('account-' || n.hash, 'repository-' || n.hash)
    ) then n.hash else n.id end, n.commitment, n.key_id, n.sealed_key
  from (
    select u.*, translate(encode(sha256(convert_to(u.did, 'UTF8')), 'base64'), '+/=', '-_') as hash
    from unnest(ids, dids, commitments, key_ids, sealed_keys) as u (id, did, commitment, key_id, sealed_key)
  ) as n
  on conflict (did) do nothing;
  return query select * from tidemark.subjects s where s.did = any(dids);
end $$;
`;

/**
 * As `append_events`, which versions before call, with the encrypted personal parts. It appends nothing if one of the
 * persons (`subjects`) is not there any more: `missing` is true then.
 */
const appendPersonal = `
create function tidemark.lock_log() returns void language sql security definer
set search_path = pg_catalog, pg_temp
as $$ select from tidemark.log_head for update $$;
revoke all on function tidemark.lock_log from public;

create function tidemark.append_personal(
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
      (select e.version from tidemark.events e where e.stream = a.stream order by e.version desc limit 1), 0)
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

revoke all on function tidemark.open_subjects from public;
revoke all on function tidemark.append_personal from public;
`;

export const sql = subjects + openSubjects + appendPersonal;
