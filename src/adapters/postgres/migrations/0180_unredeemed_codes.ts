/**
 * The codes that no app has redeemed yet, with when they expire, kept by triggers so that the rows change with the events.
 * Those of an authorization that failed in between never had tokens of a person's PDS.
 */
export const sql = `
create table tidemark.unredeemed_codes (
  authorization_id text collate "C" primary key,
  expires_at bigint not null
);

insert into tidemark.unredeemed_codes
select i.authorization_id, (i.data->>'expiresAt')::bigint from tidemark.events i
where i.type = 'CodeIssued.v1' and i.authorization_id is not null and i.data->>'expiresAt' is not null and not exists (
  select from tidemark.events e where e.stream = i.stream and e.type in ('CodeExchanged.v1', 'AuthorizationEnded.v1'))
on conflict (authorization_id) do nothing;

create function tidemark.keep_unredeemed_code() returns trigger language plpgsql as $$
begin
  if new.type = 'CodeIssued.v1' then
    insert into tidemark.unredeemed_codes values (new.authorization_id, (new.data->>'expiresAt')::bigint)
    on conflict (authorization_id) do nothing;
  else
    delete from tidemark.unredeemed_codes where authorization_id = new.authorization_id;
  end if;
  return null;
end $$;

create trigger keep_unredeemed_code after insert on tidemark.events for each row
  when (new.authorization_id is not null and (new.type in ('CodeExchanged.v1', 'AuthorizationEnded.v1')
    or (new.type = 'CodeIssued.v1' and new.data->>'expiresAt' is not null)))
  execute function tidemark.keep_unredeemed_code();
`;
