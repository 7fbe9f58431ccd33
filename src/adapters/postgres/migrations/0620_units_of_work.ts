/**
 * Commits units of work, each of which is a set of appends with what they use once and the secrets that belong to them. A
 * unit whose expected versions are not current, or that uses something that was used, changes nothing. `used` has the places
 * of those uses. A serialization failure reports a use that another transaction committed meanwhile: then nothing changed.
 */
const commitUnits = `
create function tidemark.commit_units(
  streams text[], expected_versions integer[], append_units integer[],
  appends integer[], event_streams text[], versions integer[], ids uuid[], types text[], occurred_ats text[],
  recorded_ats text[], actor_types text[], actor_ids text[], client_ids text[], authorization_ids text[],
  subject_dids text[], request_ids text[], causation_ids text[], correlation_ids text[], outcomes text[],
  reasons text[], datas text[], leaf_hashes text[], personals text[], subjects text[],
  lookup_appends integer[], lookup_kinds text[], lookup_keys text[], lookup_streams text[],
  change_names text[], change_ends integer[], change_details text[], change_keys text[], change_appends integer[],
  use_units integer[], use_hashes bytea[], use_ends bigint[], now_ms bigint,
  secret_units integer[], secret_rows text[], secret_keys text[], secret_values bytea[], secret_ends bigint[],
  out head bigint, out actual_versions integer[], out used integer[], out missing boolean
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
declare
  added bigint;
  stored bigint;
  refused integer[];
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
  refused := array(
    select distinct a.unit
    from unnest(append_units, expected_versions, actual_versions) as a (unit, expected, actual)
    where a.expected <> a.actual);

  if cardinality(use_hashes) > 0 then
    used := array(
      select u.n from unnest(use_hashes) with ordinality as u (hash, n)
      where exists (select from tidemark.replays r where r.hash = u.hash and r.expires_at > now_ms) order by u.n);
    if cardinality(used) > 0 then
      refused := refused || array(select distinct use_units[u] from unnest(used) as u);
    end if;
    insert into tidemark.replays (hash, expires_at)
    select u.hash, u.ends from unnest(use_units, use_hashes, use_ends) as u (unit, hash, ends)
    where u.unit <> all(refused)
    order by u.hash
    on conflict (hash) do update set expires_at = excluded.expires_at where replays.expires_at <= now_ms;
    get diagnostics stored = row_count;
    if stored < (select count(*) from unnest(use_units) as u (unit) where u.unit <> all(refused)) then
      raise exception 'a single use was committed meanwhile' using errcode = 'serialization_failure';
    end if;
  end if;

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
  where append_units[e.append] <> all(refused)
  order by e.n;
  get diagnostics added = row_count;
  if added = 0 then
    return;
  end if;

  insert into tidemark.lookups (kind, key, stream)
  select k.kind, k.key, k.stream
  from unnest(lookup_appends, lookup_kinds, lookup_keys, lookup_streams) with ordinality as k (append, kind, key, stream, n)
  where append_units[k.append] <> all(refused)
  order by k.n
  on conflict (kind, key) do nothing;

  if cardinality(change_names) > 0 then
    if cardinality(refused) > 0 then
      change_keys := array(
        select case when append_units[c.append] <> all(refused) then c.key end
        from unnest(change_appends, change_keys) with ordinality as c (append, key, n) order by c.n);
    end if;
    perform tidemark.apply_changes(change_names, change_ends, change_details, change_keys);
  end if;

  if cardinality(secret_rows) > 0 then
    delete from tidemark.vault v using unnest(secret_units, secret_rows, secret_keys) as s (unit, id, key)
    where v.id = s.id and s.key is null and s.unit <> all(refused);
    insert into tidemark.vault (id, key_id, sealed, expires_at)
    select s.id, s.key, s.sealed, s.ends
    from unnest(secret_units, secret_rows, secret_keys, secret_values, secret_ends) as s (unit, id, key, sealed, ends)
    where s.key is not null and s.unit <> all(refused)
    on conflict (id) do update
      set key_id = excluded.key_id, sealed = excluded.sealed, expires_at = excluded.expires_at;
  end if;

  update tidemark.log_head set position = head + added;
  perform pg_notify('tidemark_log', (head + added)::text);
end $$;
revoke all on function tidemark.commit_units from public;
`;

export const sql = commitUnits;
