/** Milliseconds from now, as a change says. */
const due = "clock_timestamp() + (detail->k.key->>'dueInMs')::int * interval '1 millisecond'";

/**
 * Each statement applies the changes of one group to the rows of its keys, which are all different, and finds them by
 * the primary key. A key is null where its append was refused.
 */
const apply = (schema: string, later: string): string => `
declare
  changed text[];
  detail jsonb;
begin
  for n in 1..coalesce(cardinality(names), 0) loop
    changed := keys[coalesce(ends[n - 1], 0) + 1:ends[n]];
    detail := details[n]::jsonb;
    case names[n]
      when 'write-closed' then
        delete from ${schema}.open_writes where stream = any(changed);
      when 'write-opened' then
        insert into ${schema}.open_writes (stream, due_at, not_found)
        select k.key, ${due}, false from unnest(changed) as k (key) where k.key is not null
        on conflict (stream) do update set due_at = excluded.due_at, not_found = false;
      when 'authorization-used' then
        update ${schema}.authorizations k set used_at = (detail->k.authorization_id->>'usedAt')::bigint,
          expires_at = (detail->k.authorization_id->>'expiresAt')::bigint
        where authorization_id = any(changed);
      when 'write-in-doubt' then
        update ${schema}.open_writes w set due_at = clock_timestamp()
          + (detail->w.stream->>'dueInMs')::int * interval '1 millisecond'
        where stream = any(changed);
      when 'write-not-found' then
        update ${schema}.open_writes set not_found = true where stream = any(changed);
      when 'authorization-granted' then
        insert into ${schema}.authorizations
          (authorization_id, position, did, client_id, scope, granted_at, used_at, expires_at)
        select k.key, e.position, d->>'did', d->>'clientId', d->>'scope', (d->>'grantedAt')::bigint,
          (d->>'grantedAt')::bigint, (d->>'expiresAt')::bigint
        from unnest(changed) as k (key) cross join lateral (select detail->k.key) as x (d)
        cross join lateral (select v.position from tidemark.events v where v.id = (d->>'event')::uuid) as e
        where k.key is not null
        on conflict (authorization_id) do nothing;
      when 'authorization-ended' then
        update ${schema}.authorizations a set ended_at = (detail->a.authorization_id->>'endedAt')::bigint,
          end_reason = detail->a.authorization_id->>'reason'
        where authorization_id = any(changed) and ended_at is null;
      when 'code-issued' then
        insert into ${schema}.unredeemed_codes (authorization_id, expires_at)
        select k.key, (detail->k.key->>'expiresAt')::bigint from unnest(changed) as k (key) where k.key is not null
        on conflict (authorization_id) do nothing;
      when 'code-closed' then
        delete from ${schema}.unredeemed_codes where authorization_id = any(changed);
      when 'repository-requested', 'every-repository-requested' then
        perform ${schema}.request_repository(k.key, e.position)
        from unnest(changed) as k (key)
        cross join lateral (
          select v.position from tidemark.events v where v.id = (detail->k.key->>'event')::uuid) as e
        where k.key is not null;
      when 'revocation-enqueued' then
        insert into ${schema}.pending_revocations (session_id, enqueued_at, due_at)
        select k.key, clock_timestamp(), ${due} from unnest(changed) as k (key) where k.key is not null
        on conflict (session_id) do update
          set enqueued_at = excluded.enqueued_at, due_at = excluded.due_at, attempts = 0;
      when 'revocation-completed' then
        delete from ${schema}.pending_revocations where session_id = any(changed);${later}
      else
        raise exception 'unknown change of a stored projection: %', names[n];
    end case;
  end loop;
end`;

/**
 * Creates the function that applies groups of changes (`groupChanges`) in their order to the tables of a schema. The keys
 * of a group go up to its end. `later` are the cases that later migrations add.
 */
export const createApplyChanges = (schema: string, later = ""): string => `
create or replace function ${schema}.apply_changes(names text[], ends integer[], details text[], keys text[])
returns void language plpgsql as $$ ${apply(schema, later)} $$;
`;

/** The triggers of before, and what only they called. */
const dropTriggers = `
drop trigger open_write on tidemark.events;
drop trigger doubt_write on tidemark.events;
drop trigger settle_write on tidemark.events;
drop trigger owe_revocation on tidemark.events;
drop trigger settle_revocation on tidemark.events;
drop trigger request_own_repository on tidemark.events;
drop trigger request_every_repository on tidemark.events;
drop trigger request_every_repository_anew on tidemark.events;
drop trigger keep_authorization on tidemark.events;
drop trigger keep_unredeemed_code on tidemark.events;
drop function tidemark.open_write, tidemark.doubt_write, tidemark.settle_write, tidemark.owe_revocation,
  tidemark.settle_revocation, tidemark.request_own_repository, tidemark.request_every_repository,
  tidemark.keep_authorization, tidemark.keep_unredeemed_code;
`;

const tables = `
alter table tidemark.open_writes add column not_found boolean not null default false;

alter table tidemark.owed_revocations rename to pending_revocations;
alter table tidemark.pending_revocations rename column owed_at to enqueued_at;
alter index tidemark.owed_revocations_pkey rename to pending_revocations_pkey;
alter index tidemark.owed_revocations_due rename to pending_revocations_due;
alter index tidemark.owed_revocations_age rename to pending_revocations_age;

drop index tidemark.events_lasting;
`;

/** As before, and applies the changes of the events that it appends. Versions before cannot call it, and cannot append. */
const appendEvents = `
drop function tidemark.append_events;

create function tidemark.append_events(
  streams text[], expected_versions integer[],
  appends integer[], event_streams text[], versions integer[], ids uuid[], types text[], occurred_ats text[],
  recorded_ats text[], actor_types text[], actor_ids text[], client_ids text[], authorization_ids text[],
  subject_dids text[], request_ids text[], causation_ids text[], correlation_ids text[], outcomes text[],
  reasons text[], datas text[], leaf_hashes text[],
  lookup_appends integer[], lookup_kinds text[], lookup_keys text[], lookup_streams text[],
  change_names text[], change_ends integer[], change_details text[], change_keys text[], change_appends integer[],
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

revoke all on function tidemark.append_events from public;
revoke all on function tidemark.apply_changes from public;
`;

/**
 * Rebuilds from the log what the triggers kept. When rows are due, and how often they were tried, does not follow from the
 * log and stays; so do due repositories.
 */
export const rebuild = `
create temporary table last_of_write on commit drop as
select distinct on (stream) stream, type, reason from tidemark.events
where type in ('WriteRequested.v1', 'WriteOutcomeUnknown.v1', 'RecordWritten.v1', 'WriteRejected.v1')
order by stream, version desc;
delete from tidemark.open_writes o where not exists (
  select from last_of_write w where w.stream = o.stream
    and (w.type in ('WriteRequested.v1', 'WriteOutcomeUnknown.v1') or w.reason = 'not-there'));
update tidemark.open_writes o set not_found = true from last_of_write w
where w.stream = o.stream and w.type = 'WriteRejected.v1';
insert into tidemark.open_writes (stream, due_at)
select stream, clock_timestamp() from last_of_write where type in ('WriteRequested.v1', 'WriteOutcomeUnknown.v1')
on conflict (stream) do nothing;

create temporary table last_of_session on commit drop as
select distinct on (data->>'sessionId') data->>'sessionId' as session_id,
  type in ('SessionTokensArrivedLate.v1', 'SessionEnded.v1') as is_pending
from tidemark.events
where type in ('SessionTokensArrivedLate.v1', 'SessionRevokedAtPds.v1', 'SessionRevocationAbandoned.v1')
  or (type = 'SessionEnded.v1'
    and reason not in ('refused-by-pds', 'lost-response', 'secrets-missing', 'address-changed', 'client-key-retired'))
order by data->>'sessionId', position desc;
delete from tidemark.pending_revocations r where not exists (
  select from last_of_session s where s.session_id = r.session_id and s.is_pending);
insert into tidemark.pending_revocations (session_id, enqueued_at, due_at)
select session_id, clock_timestamp(), clock_timestamp() from last_of_session
where is_pending and session_id is not null
on conflict (session_id) do nothing;

truncate tidemark.authorizations;
insert into tidemark.authorizations
select g.authorization_id, g.position, g.subject_did, g.client_id, g.data->>'scope',
  (g.data->>'exchangedAt')::bigint,
  coalesce((r.data->>'refreshedAt')::bigint, (g.data->>'exchangedAt')::bigint),
  coalesce((r.data->>'refreshExpiresAt')::bigint, (g.data->>'refreshExpiresAt')::bigint),
  (extract(epoch from e.recorded_at::timestamptz) * 1000)::bigint, e.data->>'reason'
from tidemark.events g
left join lateral (
  select r.data from tidemark.events r where r.stream = g.stream and r.type = 'TokensRefreshed.v1'
  order by r.version desc limit 1) r on true
left join lateral (
  select e.data, e.recorded_at from tidemark.events e where e.stream = g.stream and e.type = 'AuthorizationEnded.v1'
  order by e.version limit 1) e on true
where g.type = 'CodeExchanged.v1'
  and g.authorization_id is not null and g.subject_did is not null and g.client_id is not null
order by g.position
on conflict (authorization_id) do nothing;

truncate tidemark.unredeemed_codes;
insert into tidemark.unredeemed_codes
select i.authorization_id, (i.data->>'expiresAt')::bigint from tidemark.events i
where i.type = 'CodeIssued.v1' and i.authorization_id is not null and i.data->>'expiresAt' is not null and not exists (
  select from tidemark.events e where e.stream = i.stream and e.type in ('CodeExchanged.v1', 'AuthorizationEnded.v1'))
on conflict (authorization_id) do nothing;
`;

/**
 * Stored projections change by what the append says of its events, and no longer by triggers on their types. No process of
 * a version before may run: it cannot append any more.
 */
export const sql = dropTriggers + tables + createApplyChanges("tidemark") + appendEvents + rebuild;
