/**
 * Sessions whose PDS is still to be told that they are over, kept by triggers so that they change with the events. Who
 * ends a session tells the PDS at once; whoever takes up what is owed leaves it half a minute for that.
 */
export const sql = `
create table tidemark.owed_revocations (
  session_id text collate "C" primary key,
  owed_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0
);
create index owed_revocations_due on tidemark.owed_revocations (due_at);
create index owed_revocations_age on tidemark.owed_revocations (owed_at);

create function tidemark.owe_revocation() returns trigger language plpgsql as $$
begin
  insert into tidemark.owed_revocations (session_id, owed_at, due_at)
  values (new.data->>'sessionId', clock_timestamp(), clock_timestamp() + interval '30 seconds')
  on conflict (session_id) do update
    set owed_at = excluded.owed_at, due_at = excluded.due_at, attempts = 0;
  return null;
end $$;

create function tidemark.settle_revocation() returns trigger language plpgsql as $$
begin
  delete from tidemark.owed_revocations where session_id = new.data->>'sessionId';
  return null;
end $$;

create trigger owe_revocation after insert on tidemark.events for each row
  when (new.type = 'SessionTokensArrivedLate.v1' or (new.type = 'SessionEnded.v1'
    and new.reason not in ('refused-by-pds', 'lost-response', 'secrets-missing', 'address-changed', 'client-key-retired')))
  execute function tidemark.owe_revocation();
create trigger settle_revocation after insert on tidemark.events for each row
  when (new.type in ('SessionRevokedAtPds.v1', 'SessionRevocationAbandoned.v1'))
  execute function tidemark.settle_revocation();
`;
