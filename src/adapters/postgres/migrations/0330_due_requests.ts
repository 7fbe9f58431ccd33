/**
 * Repositories become due by requests that are not events of the log, for reasons of different urgency (`priority` is
 * the place in `dueReasons`), and at most every 30 seconds. A row that is due at `infinity` was fetched less than 30
 * seconds ago. `request` is the transaction of the last request. A change of everything concerns every known actor.
 */
const requests = `
alter table tidemark.due_repositories
  add column request bigint not null default 0,
  add column priority smallint not null default 0,
  add column fetched_at timestamptz,
  add column claimed_request bigint,
  add column pds text;
update tidemark.due_repositories set priority = 2 where did = '*';
drop index tidemark.due_repositories_due;
create index due_repositories_due on tidemark.due_repositories (priority, due_at);
create index due_repositories_fetched on tidemark.due_repositories (fetched_at) where due_at = 'infinity';

create function tidemark.request_repositories(dids text[], at_position bigint, for_priority int)
returns void language sql as $$
  insert into tidemark.due_repositories as r (did, due_at, requested_at, request, priority)
  select distinct on (d.did) d.did, clock_timestamp(), at_position, pg_current_xact_id()::text::bigint, for_priority
  from unnest(dids) as d (did) order by d.did
  on conflict (did) do update set
    requested_at = greatest(r.requested_at, excluded.requested_at),
    request = excluded.request,
    after = '',
    pds = case when for_priority = 4 then r.pds end,
    priority = case when r.due_at = 'infinity' or (r.claimed and r.request = r.claimed_request) then excluded.priority
      else least(r.priority, excluded.priority) end,
    due_at = case
      when r.claimed then r.due_at
      when for_priority = 0 then least(r.due_at, excluded.due_at)
      when r.failures > 0 then r.due_at
      when for_priority = 2 then least(r.due_at, excluded.due_at)
      else least(r.due_at, greatest(excluded.due_at, r.fetched_at + interval '30 seconds')) end
$$;

create or replace function tidemark.request_repository(of_did text, at_position bigint) returns void language sql as $$
  select tidemark.request_repositories(array[of_did], at_position, case
    when e.type like 'LoginCompleted.%' then 0
    when of_did <> '*' then 1
    when e.type like 'SyncGapFound.%' or e.type like 'SyncSourceChanged.%' then 3
    else 2 end)
  from (select (select v.type from tidemark.events v where v.position = at_position)) as e (type)
$$;

create or replace function tidemark.spread_requests() returns void language plpgsql as $$
declare
  everybody tidemark.due_repositories;
  known text collate "C";
  signed_in text collate "C";
  last text collate "C";
begin
  select * into everybody from tidemark.due_repositories where did = '*' for update skip locked;
  if not found then return; end if;
  select max(did) into known from (
    select did from tidemark_records.actors where did > everybody.after order by did limit 500) page;
  select max(split_part(key, ' ', 1)) into signed_in from (
    select key from tidemark.lookups where kind = 'authorization-of-did' and key > everybody.after || '!'
    order by key limit 500) page;
  last := least(known, signed_in);
  if last is null then
    delete from tidemark.due_repositories where did = '*';
    return;
  end if;
  perform tidemark.request_repositories(array(
      select did from tidemark_records.actors where did > everybody.after and did <= last
      union
      select split_part(key, ' ', 1) from tidemark.lookups
      where kind = 'authorization-of-did' and key > everybody.after || '!' and key < last || '!'),
    everybody.requested_at, everybody.priority);
  update tidemark.due_repositories set after = last where did = '*';
end $$;

create function tidemark.claim_repository(for_milliseconds double precision, busy text[], last_priority int, untried boolean)
returns setof tidemark.due_repositories language plpgsql as $$
declare
  instant timestamptz := clock_timestamp();
begin
  delete from tidemark.due_repositories where did in (
    select did from tidemark.due_repositories
    where due_at = 'infinity' and fetched_at < instant - interval '30 seconds' limit 100 for update skip locked);
  perform tidemark.spread_requests();
  instant := clock_timestamp();
  for level in 0..last_priority loop
    return query
      update tidemark.due_repositories r
      set due_at = instant + for_milliseconds * interval '1 millisecond', claimed = true,
        claimed_request = r.request, pds = null
      where r.did = (
        select d.did from tidemark.due_repositories d
        where d.priority = level and d.due_at <= instant and d.did <> '*' and (d.pds is null or d.pds <> all(busy))
          and (d.failures = 0 or not untried)
        order by d.due_at limit 1 for update skip locked)
      returning r.*;
    if found then return; end if;
  end loop;
end $$;
`;

export const sql = requests;
