import type { StoredProjectionName } from "../../../domain/projection/StoredProjections.ts";

/** The statements that compare a stored projection with its shadow, and correct or replace it. */
export interface StoredTable {
  readonly projection: StoredProjectionName;
  /** In the schema `tidemark`. */
  readonly table: string;
  /** The query for the number of rows that follow from the log. */
  readonly rows: string;
  /** The query for the `key`, `log` and `stored` of every row that differs. */
  readonly differences: string;
  readonly restore: ReadonlyArray<string>;
  /** Copies to the shadow what does not follow from the log: when a row is due, and how often it was tried. */
  readonly keepSchedule?: ReadonlyArray<string>;
}

const authorizationColumns =
  "authorization_id, position, did, client_id, scope, granted_at, used_at, expires_at, ended_at, end_reason";

const authorizationText = (row: string): string => `case when ${row}.position is null then null else concat_ws(' ',
  ${row}.position, ${row}.did, ${row}.client_id, ${row}.scope, ${row}.granted_at, ${row}.used_at, ${row}.expires_at,
  ${row}.ended_at, ${row}.end_reason) end`;

/** A table of which every column follows from the log. Its key consists of `columns`, and is shown as `key`. */
const wholeRows = (
  shadow: string,
  { columns, key, projection, table }: Pick<StoredTable, "projection" | "table"> & { columns: string; key: string }
): StoredTable => ({
  projection,
  table,
  rows: `select count(*)::int as rows from ${shadow}.${table}`,
  differences: `
    select ${key} as key, s::text as log, a::text as stored
    from ${shadow}.${table} s full join tidemark.${table} a using (${columns})
    where s::text is distinct from a::text`,
  restore: [
    `delete from tidemark.${table} a where (${columns}) in (
       select ${columns} from ${shadow}.${table} s full join tidemark.${table} a using (${columns})
       where s::text is distinct from a::text)`,
    `insert into tidemark.${table} select * from ${shadow}.${table} on conflict (${columns}) do nothing`
  ]
});

/**
 * Returns the stored projections, for shadows in a schema. In the statements, `s` is a row of the shadow that was rebuilt
 * from the log. The stored row is `l` in lookups, `o` in open writes and pending revocations, `a` in authorizations and
 * history, and `u` in unredeemed codes.
 */
export const storedTables = (shadow: string): ReadonlyArray<StoredTable> => [
  {
    projection: "lookups",
    table: "lookups",
    rows: `select count(*)::int as rows from ${shadow}.lookups`,
    differences: `
      select kind || ' ' || key as key, s.stream as log, l.stream as stored
      from ${shadow}.lookups s full join tidemark.lookups l using (kind, key) where s.stream is distinct from l.stream`,
    restore: [
      `delete from tidemark.lookups l where not exists (select from ${shadow}.lookups s where s.kind = l.kind and s.key = l.key)`,
      `insert into tidemark.lookups as l (kind, key, stream) select kind, key, stream from ${shadow}.lookups
       on conflict (kind, key) do update set stream = excluded.stream where l.stream <> excluded.stream`
    ]
  },
  {
    projection: "open-writes",
    table: "open_writes",
    rows: `select count(*)::int as rows from ${shadow}.open_writes where not not_found`,
    differences: `
      select stream as key, case when s.stream is null then null else 'open' end as log,
        case when o.stream is null then null else 'open' end as stored
      from ${shadow}.open_writes s full join tidemark.open_writes o using (stream)
      where s.stream is null or (o.stream is null and not s.not_found)`,
    restore: [
      `delete from tidemark.open_writes o where not exists (select from ${shadow}.open_writes s where s.stream = o.stream)`,
      `insert into tidemark.open_writes (stream, due_at) select stream, clock_timestamp() from ${shadow}.open_writes
       where not not_found on conflict (stream) do nothing`
    ],
    keepSchedule: [
      `delete from ${shadow}.open_writes s
       where s.not_found and not exists (select from tidemark.open_writes o where o.stream = s.stream)`,
      `update ${shadow}.open_writes s set due_at = o.due_at from tidemark.open_writes o where o.stream = s.stream`
    ]
  },
  {
    projection: "owed-revocations",
    table: "pending_revocations",
    rows: `select count(*)::int as rows from ${shadow}.pending_revocations`,
    differences: `
      select session_id as key, case when s.session_id is null then null else 'owed' end as log,
        case when o.session_id is null then null else 'owed' end as stored
      from ${shadow}.pending_revocations s full join tidemark.pending_revocations o using (session_id)
      where s.session_id is null or o.session_id is null`,
    restore: [
      `delete from tidemark.pending_revocations o
       where not exists (select from ${shadow}.pending_revocations s where s.session_id = o.session_id)`,
      `insert into tidemark.pending_revocations (session_id, enqueued_at, due_at)
       select session_id, clock_timestamp(), clock_timestamp() from ${shadow}.pending_revocations
       on conflict (session_id) do nothing`
    ],
    keepSchedule: [
      `update ${shadow}.pending_revocations s
       set enqueued_at = o.enqueued_at, due_at = o.due_at, attempts = o.attempts
       from tidemark.pending_revocations o where o.session_id = s.session_id`
    ]
  },
  {
    projection: "authorizations",
    table: "authorizations",
    rows: `select count(*)::int as rows from ${shadow}.authorizations`,
    differences: `
      select authorization_id as key, ${authorizationText("s")} as log, ${authorizationText("a")} as stored
      from ${shadow}.authorizations s full join tidemark.authorizations a using (authorization_id)
      where ${authorizationText("s")} is distinct from ${authorizationText("a")}`,
    restore: [
      `delete from tidemark.authorizations a where not exists (
         select from ${shadow}.authorizations s where s.authorization_id = a.authorization_id
           and ${authorizationText("s")} = ${authorizationText("a")})`,
      `insert into tidemark.authorizations (${authorizationColumns})
       select ${authorizationColumns} from ${shadow}.authorizations on conflict (authorization_id) do nothing`
    ]
  },
  {
    projection: "unredeemed-codes",
    table: "unredeemed_codes",
    rows: `select count(*)::int as rows from ${shadow}.unredeemed_codes`,
    differences: `
      select authorization_id as key, s.expires_at::text as log, u.expires_at::text as stored
      from ${shadow}.unredeemed_codes s full join tidemark.unredeemed_codes u using (authorization_id)
      where s.expires_at is distinct from u.expires_at`,
    restore: [
      `delete from tidemark.unredeemed_codes u where not exists (
         select from ${shadow}.unredeemed_codes s
         where s.authorization_id = u.authorization_id and s.expires_at = u.expires_at)`,
      `insert into tidemark.unredeemed_codes (authorization_id, expires_at)
       select authorization_id, expires_at from ${shadow}.unredeemed_codes on conflict (authorization_id) do nothing`
    ]
  },
  wholeRows(shadow, { projection: "reports", table: "reports", columns: "id", key: "id" }),
  wholeRows(shadow, {
    projection: "audit-entries",
    table: "audit_entries",
    columns: "position",
    key: "position::text"
  }),
  wholeRows(shadow, {
    projection: "activity",
    table: "activity",
    columns: "unit, starts_at",
    key: "unit || ' ' || starts_at"
  })
];
