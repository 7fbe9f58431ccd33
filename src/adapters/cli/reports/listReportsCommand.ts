import * as Effect from "effect/Effect";
import { resolveFilter } from "../../../application/audit/resolveFilter.ts";
import type { ReportStatusName } from "../../../domain/report/ReportStatus.ts";
import { type ListedReport, type ReportFilter, Reports } from "../../../domain/report/Reports.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";
import { invalidFilter } from "../audit/readFilter.ts";
import type { Given, Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { did, limit, status } from "./reportParameters.ts";

const defaultLimit = 50;

const states = { open: "Open", resolved: "Resolved", dismissed: "Dismissed" } as const satisfies Readonly<
  Record<string, ReportStatusName>
>;

const outcomeOf = ({ status: state }: ListedReport): string => {
  if (state._tag === "Open") return "open";
  const how = state._tag === "Resolved" ? `resolved with ${state.label}` : "dismissed";
  return `${how} by ${state.by ?? "the operator"}, ${isoTime(state.at)}`;
};

const lineOf = (report: ListedReport): string => {
  const { createdAt, id, reasonType, reporter, statement, subject } = report;
  const wrote = statement === null ? "" : `\n  ${JSON.stringify(statement)}`;
  return `${id}  ${subject}\n  ${reasonType}, ${outcomeOf(report)}\n  reported by ${reporter}, ${isoTime(createdAt)}${wrote}`;
};

const jsonOf = ({ createdAt, id, reasonType, reporter, statement, status: state, subject }: ListedReport) => ({
  id,
  subjectUri: subject,
  reasonType,
  reason: statement,
  reporterDid: reporter,
  createdAt: isoTime(createdAt),
  status: state._tag.toLowerCase(),
  resolvedBy: state._tag === "Open" ? null : state.by,
  resolvedAt: state._tag === "Open" ? null : isoTime(state.at),
  label: state._tag === "Resolved" ? state.label : null
});

const describe = (reports: ReadonlyArray<ListedReport>, total: number): Report => {
  const more = total > reports.length ? [`${total} in total; the newest ${reports.length} are listed.`] : [];
  return {
    text: reports.length === 0 ? "There is no report." : [...reports.map(lineOf), ...more].join("\n"),
    json: { total, reports: reports.map(jsonOf) }
  };
};

const report = Effect.fnUntraced(function* (given: Given) {
  const account = yield* Effect.mapError(resolveFilter({ did: given(did) }), (error) =>
    error._tag === "InvalidAuditFilter" ? invalidFilter(error) : explainFailure(error)
  );
  const chosen = given(status);
  const filter: ReportFilter = {
    status: chosen === null ? null : states[chosen],
    subject: null,
    account: account.did ?? null
  };
  const { count, page } = yield* Reports;
  const found = Effect.zipWith(page(filter, null, given(limit) ?? defaultLimit), count(filter), describe);
  return yield* Effect.mapError(found, explainFailure);
});

export const listReports: Run = (given) => present(given, report(given));
