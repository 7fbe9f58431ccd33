import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import type { RecordedEvent } from "../../../domain/event/Envelope.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { changeOf } from "../../../domain/projection/ByType.ts";
import { reports as changes, type ReportChange } from "../../../domain/projection/reports.ts";
import { ReportReasonType } from "../../../domain/report/ReportEvent.ts";
import { openStatus, type ReportStatus } from "../../../domain/report/ReportStatus.ts";
import { type ListedReport, type ReportFilter, Reports } from "../../../domain/report/Reports.ts";

interface Entry extends ListedReport {
  readonly account: string;
}

const isReasonType = Schema.is(ReportReasonType);

const didOf = Schema.decodeSync(Did);

const closedStatus = (change: Extract<ReportChange, { readonly _tag: "report-closed" }>): ReportStatus => {
  const closing = { by: change.closedBy === null ? null : didOf(change.closedBy), at: change.closedAt };
  return change.status === "Dismissed"
    ? { _tag: "Dismissed", ...closing }
    : { _tag: "Resolved", label: change.label ?? "", ...closing };
};

const apply = (known: Map<string, Entry>, change: ReportChange, { position }: RecordedEvent): void => {
  const before = known.get(change.key);
  if (change._tag === "report-closed") {
    if (before?.status._tag === "Open") known.set(change.key, { ...before, status: closedStatus(change) });
    return;
  }
  if (before !== undefined) return;
  const { account, createdAt, key: id, reasonType, reporter, statement, subject } = change;
  const facts = { id, position, subject, account, statement, createdAt, status: openStatus };
  known.set(id, {
    ...facts,
    reporter: didOf(reporter),
    reasonType: isReasonType(reasonType) ? reasonType : "other"
  });
};

const toReport = ({ account: _, ...report }: Entry): ListedReport => report;

const matches = ({ account, status, subject }: ReportFilter, entry: Entry): boolean =>
  (status === null || entry.status._tag === status) &&
  (subject === null || entry.subject === subject) &&
  (account === null || entry.account === account);

const makeReports = Effect.map(EventLog, (log) => {
  // Folded anew for each call: a transaction sees events that may be rolled back.
  const all = Effect.map(Effect.orDie(log.read(0, Number.MAX_SAFE_INTEGER)), (events) => {
    const known = new Map<string, Entry>();
    for (const event of events) {
      const change = changeOf(changes, event);
      if (change !== null) apply(known, change, event);
    }
    return [...known.values()].toSorted((left, right) => right.position - left.position);
  });
  return Reports.of({
    find: (wanted) => Effect.map(all, (entries) => first(entries.filter(({ id }) => id === wanted))),
    // Transactions in memory run one after the other.
    reserve: (reporter, subject) =>
      Effect.map(all, (entries) =>
        first(entries.filter((entry) => entry.reporter === reporter && entry.subject === subject).toReversed())
      ),
    countSince: (reporter, since) =>
      Effect.map(
        all,
        (entries) => entries.filter((entry) => entry.reporter === reporter && entry.createdAt >= since).length
      ),
    page: (filter, before, limit) =>
      Effect.map(all, (entries) =>
        entries
          .filter((entry) => matches(filter, entry) && (before === null || entry.position < before))
          .slice(0, limit)
          .map(toReport)
      ),
    count: (filter) => Effect.map(all, (entries) => entries.filter((entry) => matches(filter, entry)).length)
  });
});

const first = (entries: ReadonlyArray<Entry>): ListedReport | null =>
  entries[0] === undefined ? null : toReport(entries[0]);

/** The reports of the event log in this process. */
export const layer: Layer.Layer<Reports, never, EventLog> = Layer.effect(Reports, makeReports);
