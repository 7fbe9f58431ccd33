import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Did } from "../../../domain/atproto/Did.ts";
import { openStatus, type ReportStatus, type ReportStatusName } from "../../../domain/report/ReportStatus.ts";
import { type ListedReport, type ReportFilter, Reports } from "../../../domain/report/Reports.ts";
import { storeUnavailable } from "../connection/failureReason.ts";

interface Row extends Omit<ListedReport, "status"> {
  readonly status: ReportStatusName;
  readonly by: Did | null;
  readonly at: number | null;
  readonly label: string | null;
}

const unavailable = storeUnavailable("reports");

const statusOf = ({ at, by, label, status }: Row): ReportStatus => {
  if (status === "Open" || at === null) return openStatus;
  return status === "Dismissed" ? { _tag: status, by, at } : { _tag: "Resolved", label: label ?? "", by, at };
};

const toReport = (row: Row): ListedReport => {
  const { createdAt, id, position, reasonType, reporter, statement, subject } = row;
  return { id, position, subject, reporter, reasonType, statement, createdAt, status: statusOf(row) };
};

/** A key that the locks of reports do not share with other locks. */
const lockSeed = 520;

const columnList = `id, position, subject, reporter, reason_type as "reasonType", statement,
  created_at as "createdAt", status, closed_by as by, closed_at as at, label`;

const first = (rows: ReadonlyArray<Row>): ListedReport | null => (rows[0] === undefined ? null : toReport(rows[0]));

const reserve = Effect.fnUntraced(function* (sql: SqlClient, reporter: Did, subject: string) {
  // The rows are read by a statement of its own: its snapshot begins when the lock is held.
  yield* sql`select pg_advisory_xact_lock(hashtextextended(${`${reporter} ${subject}`}, ${lockSeed}))`;
  return first(
    yield* sql<Row>`select ${sql.literal(columnList)} from tidemark.reports
      where reporter = ${reporter} and subject = ${subject} order by position limit 1`
  );
});

const makeReports = Effect.map(SqlClient, (sql) => {
  const columns = sql.literal(columnList);
  const conditions = ({ account, status, subject }: ReportFilter, before: number | null) =>
    sql.and([
      sql`true`,
      ...(before === null ? [] : [sql`position < ${before}`]),
      ...(status === null ? [] : [sql`status = ${status}`]),
      ...(subject === null ? [] : [sql`subject = ${subject}`]),
      ...(account === null ? [] : [sql`account = ${account}`])
    ]);

  return Reports.of({
    find: (id) =>
      Effect.mapBoth(sql<Row>`select ${columns} from tidemark.reports where id = ${id}`, {
        onFailure: unavailable,
        onSuccess: first
      }),
    reserve: (reporter, subject) => Effect.mapError(reserve(sql, reporter, subject), unavailable),
    countSince: (reporter, since) =>
      sql<{ count: number }>`
        select count(*)::int as count from tidemark.reports where reporter = ${reporter} and created_at >= ${since}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => row?.count ?? 0 })
      ),
    page: (filter, before, limit) =>
      sql<Row>`
        select ${columns} from tidemark.reports where ${conditions(filter, before)}
        order by position desc limit ${limit}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(toReport) })
      ),
    count: (filter) =>
      sql<{ count: number }>`
        select count(*)::int as count from tidemark.reports where ${conditions(filter, null)}`.pipe(
        Effect.mapBoth({ onFailure: unavailable, onSuccess: ([row]) => row?.count ?? 0 })
      )
  });
});

/** The reports in `tidemark.reports`, which every append brings up to date. */
export const layer: Layer.Layer<Reports, never, SqlClient> = Layer.effect(Reports, makeReports);
