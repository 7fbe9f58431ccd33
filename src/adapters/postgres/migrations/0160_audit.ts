import { auditIndexes } from "../audit/auditIndexes.ts";

/** In bytes. What is larger is indexed beside the appends, by the service once it runs (`makeAuditIndexes`). */
const smallLog = 4_194_304;

const creations = auditIndexes.map(({ name, on }) => `  create index if not exists ${name} on tidemark.events ${on};`);

/**
 * What the history is read by, and what it is counted in: for each minute (`2026-01-31T12:05`) and hour
 * (`2026-01-31T12`) the events of each kind and the positions they lie between, and when the tokens of authorizations
 * that have not ended run out. `counted` says up to where the log was counted.
 */
export const sql = `
do $$ begin
  if pg_table_size('tidemark.events') <= ${smallLog} then
${creations.join("\n")}
  end if;
end $$;

create table tidemark.activity (
  unit text collate "C" not null,
  starts_at text collate "C" not null,
  logins bigint not null,
  refreshes bigint not null,
  writes bigint not null,
  failures bigint not null,
  other bigint not null,
  first_position bigint not null,
  last_position bigint not null,
  primary key (unit, starts_at)
);

create table tidemark.active_authorizations (
  authorization_id text collate "C" primary key,
  expires_at bigint not null
);
create index active_authorizations_expiry on tidemark.active_authorizations (expires_at);

create table tidemark.activity_counted (
  single boolean primary key default true check (single),
  position bigint not null
);
insert into tidemark.activity_counted (position) values (0);
`;
