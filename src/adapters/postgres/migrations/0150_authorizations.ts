/**
 * Every authorization for which tokens were given out, kept by triggers so that the rows change with the events. A row is
 * small and its order never changes, so that a refresh touches no index: what changes with it is in none.
 */
export const sql = `
create table tidemark.authorizations (
  authorization_id text collate "C" primary key,
  position bigint not null,
  did text collate "C" not null,
  client_id text collate "C" not null,
  scope text not null,
  granted_at bigint not null,
  used_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  end_reason text
) with (fillfactor = 80);

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
on conflict (authorization_id) do nothing;

create unique index authorizations_position on tidemark.authorizations (position);
create index authorizations_did on tidemark.authorizations (did, position);
create index authorizations_client on tidemark.authorizations (client_id, position);
create index authorizations_going_on on tidemark.authorizations (position) where ended_at is null;

create function tidemark.keep_authorization() returns trigger language plpgsql as $$
begin
  case new.type
    when 'CodeExchanged.v1' then
      insert into tidemark.authorizations
        (authorization_id, position, did, client_id, scope, granted_at, used_at, expires_at)
      values (new.authorization_id, new.position, new.subject_did, new.client_id, new.data->>'scope',
        (new.data->>'exchangedAt')::bigint, (new.data->>'exchangedAt')::bigint,
        (new.data->>'refreshExpiresAt')::bigint)
      on conflict (authorization_id) do nothing;
    when 'TokensRefreshed.v1' then
      update tidemark.authorizations set used_at = (new.data->>'refreshedAt')::bigint,
        expires_at = (new.data->>'refreshExpiresAt')::bigint
      where authorization_id = new.authorization_id;
    else
      update tidemark.authorizations set end_reason = new.data->>'reason',
        ended_at = (extract(epoch from new.recorded_at::timestamptz) * 1000)::bigint
      where authorization_id = new.authorization_id and ended_at is null;
  end case;
  return null;
end $$;

create trigger keep_authorization after insert on tidemark.events for each row
  when (new.type in ('CodeExchanged.v1', 'TokensRefreshed.v1', 'AuthorizationEnded.v1')
    and new.authorization_id is not null and new.subject_did is not null and new.client_id is not null)
  execute function tidemark.keep_authorization();
`;
