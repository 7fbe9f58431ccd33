import { keptLength } from "./0160_audit.ts";

/**
 * A version that does not know personal parts copies events into the history by their columns, which hold commitments.
 * Nobody could find such an entry. While processes of that version run beside later ones, this trigger puts what the
 * history is searched by in place of a commitment, so that it does not matter which version copies an event. Neither a DID
 * nor an AT URI begins with a brace, so that the copies of later versions cost one comparison.
 */
export const sql = `
create function tidemark.replace_commitments() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  select left(coalesce(e.personal->>'subject', new.subject_did), ${keptLength}),
    left(coalesce(e.personal->>'uri', new.uri), ${keptLength})
  into new.subject_did, new.uri from tidemark.events e where e.position = new.position;
  return new;
end $$;
revoke all on function tidemark.replace_commitments from public;

create trigger replace_commitments before insert on tidemark.audit_entries for each row
when (starts_with(new.subject_did, '{') or starts_with(new.uri, '{')) execute function tidemark.replace_commitments();
`;
