/** Makes the authorizations of before findable by who signed in, and by the client, as new ones are from their first event. */
export const sql = `
insert into tidemark.lookups (kind, key, stream)
select owner.kind, owner.name || ' ' || (e.data->>'authorizationId'), e.stream
from tidemark.events e
cross join lateral (values ('authorization-of-did', e.data->>'did'), ('authorization-of-client', e.client_id))
  as owner (kind, name)
where e.type = 'LoginCompleted.v1' and owner.name is not null
order by e.position
on conflict (kind, key) do nothing;
`;
