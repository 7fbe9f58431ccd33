/**
 * In characters, that many are kept of a text: what stands in an index must fit into a third of a page, and the id of an app
 * that is being developed has no end. What is longer is compared in the log.
 */
export const keptLength = 300;

/**
 * What the history is read by, beside the log, so that no append keeps an index for it: of every event what it is filtered
 * by; and for each minute (`2026-01-31T12:05`) and hour (`2026-01-31T12`) how many events of each kind there are, and
 * between which positions. `audit_progress` says up to where the log was taken over. All of it can be emptied, and fills
 * again from the log.
 */
export const sql = `
create table tidemark.audit_entries (
  position bigint primary key,
  type text collate "C" not null,
  recorded_at text collate "C" not null,
  client_id text collate "C",
  authorization_id text collate "C",
  correlation_id text collate "C",
  subject_did text collate "C",
  request_id text collate "C",
  outcome text collate "C" not null,
  reason text collate "C",
  uri text collate "C"
);
create index audit_entries_subject on tidemark.audit_entries (subject_did, type, position) where subject_did is not null;
create index audit_entries_client on tidemark.audit_entries (client_id, type, position)
  where client_id is not null;
create index audit_entries_type on tidemark.audit_entries (type, position);
create index audit_entries_authorization on tidemark.audit_entries (authorization_id, position)
  where authorization_id is not null;
create index audit_entries_correlation on tidemark.audit_entries (correlation_id, position)
  where correlation_id is not null and correlation_id is distinct from authorization_id;
create index audit_entries_request on tidemark.audit_entries (request_id, position) where request_id is not null;
create index audit_entries_reason on tidemark.audit_entries (reason, position) where reason is not null;
create index audit_entries_failed on tidemark.audit_entries (position) include (subject_did, client_id, type)
  where outcome = 'failure';
create index audit_entries_uri on tidemark.audit_entries (uri, position) where uri is not null;

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

create table tidemark.audit_progress (
  single boolean primary key default true check (single),
  position bigint not null
);
insert into tidemark.audit_progress (position) values (0);
`;
