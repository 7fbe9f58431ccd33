import { createApplyChanges } from "./0270_stored_projections.ts";

/** The statements that apply the changes of reports, by the name of the change (`createApplyChanges`). */
export const reportChanges = (schema: string): string => `
      when 'report-created' then
        insert into ${schema}.reports
          (id, position, subject, account, reporter, reason_type, statement, created_at, status)
        select k.key, e.position, d->>'subject', d->>'account', d->>'reporter', d->>'reasonType', d->>'statement',
          (d->>'createdAt')::bigint, 'Open'
        from unnest(changed) as k (key) cross join lateral (select detail->k.key) as x (d)
        cross join lateral (select v.position from tidemark.events v where v.id = (d->>'event')::uuid) as e
        where k.key is not null
        on conflict (id) do nothing;
      when 'report-closed' then
        update ${schema}.reports r set status = detail->r.id->>'status', closed_by = detail->r.id->>'closedBy',
          closed_at = (detail->r.id->>'closedAt')::bigint, label = detail->r.id->>'label'
        where id = any(changed) and status = 'Open';`;

/**
 * The reports of users. `subject` is the DID of an account or the AT URI of a record, `account` the DID in it. Times are in
 * Unix milliseconds.
 */
const table = `
create table tidemark.reports (
  id text collate "C" primary key,
  position bigint not null,
  subject text collate "C" not null,
  account text collate "C" not null,
  reporter text collate "C" not null,
  reason_type text not null,
  statement text,
  created_at bigint not null,
  status text not null,
  closed_by text collate "C",
  closed_at bigint,
  label text
);
create index reports_status on tidemark.reports (status, position desc);
create index reports_position on tidemark.reports (position desc);
create index reports_subject on tidemark.reports (subject, position desc);
create index reports_account on tidemark.reports (account, position desc);
create index reports_reporter on tidemark.reports (reporter, created_at);
create index reports_closed_by on tidemark.reports (closed_by) where closed_by is not null;
`;

export const sql = table + createApplyChanges("tidemark", reportChanges("tidemark"));
