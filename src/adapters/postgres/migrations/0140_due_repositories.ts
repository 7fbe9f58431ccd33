/**
 * The repositories that are to be looked at, kept by triggers so that they change with the events. The row `*` stands for
 * everybody who ever signed in: it is spread over rows of their own by and by, from the key `after` on.
 * Whoever signed in before is due as well.
 */
export const sql = `
create table tidemark.due_repositories (
  did text collate "C" primary key,
  due_at timestamptz not null,
  requested_at bigint not null,
  failures integer not null default 0,
  claimed boolean not null default false,
  after text collate "C" not null default ''
);
create index due_repositories_due on tidemark.due_repositories (due_at);

create function tidemark.request_repository(of_did text, at_position bigint) returns void language sql as $$
  insert into tidemark.due_repositories as r (did, due_at, requested_at)
  values (of_did, clock_timestamp(), at_position)
  on conflict (did) do update set requested_at = excluded.requested_at, after = '',
    due_at = case when r.claimed then r.due_at else least(r.due_at, excluded.due_at) end
$$;

create function tidemark.request_own_repository() returns trigger language plpgsql as $$
begin
  perform tidemark.request_repository(new.data->>'did', new.position);
  return null;
end $$;

create function tidemark.request_every_repository() returns trigger language plpgsql as $$
begin
  perform tidemark.request_repository('*', new.position);
  return null;
end $$;

create function tidemark.spread_requests() returns void language plpgsql as $$
declare
  everybody tidemark.due_repositories;
  last text;
begin
  select * into everybody from tidemark.due_repositories where did = '*' for update skip locked;
  if not found then return; end if;
  select max(key) into last from (
    select key from tidemark.lookups where kind = 'authorization-of-did' and key > everybody.after
    order by key limit 500) page;
  if last is null then
    delete from tidemark.due_repositories where did = '*';
    return;
  end if;
  perform tidemark.request_repository(did, everybody.requested_at) from (
    select distinct split_part(key, ' ', 1) as did from tidemark.lookups
    where kind = 'authorization-of-did' and key > everybody.after and key <= last) page;
  update tidemark.due_repositories set after = last where did = '*';
end $$;

create trigger request_own_repository after insert on tidemark.events for each row
  when (new.type = 'LoginCompleted.v1' and new.data->>'did' is not null) execute function tidemark.request_own_repository();
create trigger request_every_repository after insert on tidemark.events for each row
  when (new.type = 'LexiconsImported.v1') execute function tidemark.request_every_repository();

select tidemark.request_repository('*', position) from tidemark.log_head where position > 0;
`;
