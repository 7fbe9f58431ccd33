import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { ReportCreated, type ReportReasonType, type ReportSubject } from "../../domain/report/ReportEvent.ts";
import { ReportRefused } from "../../domain/report/ReportRefused.ts";
import { openStatus } from "../../domain/report/ReportStatus.ts";
import { type ListedReport, Reports } from "../../domain/report/Reports.ts";
import { readStatement } from "../../domain/report/readStatement.ts";
import { maxReportsPerHour } from "../../domain/report/reportLimits.ts";
import { readSubject, subjectDid, subjectUri } from "../../domain/report/subjectUri.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { retryConflicts } from "../event/retryConflicts.ts";
import { viewerEventMetadata } from "../records/write/viewerEventMetadata.ts";
import type { Viewer } from "../token/Viewer.ts";

/** A report as it was requested. */
export interface ReportRequest {
  /** The DID of an account, or the AT URI of a record. */
  readonly subjectUri: string;
  readonly reasonType: ReportReasonType;
  readonly statement: string | null;
}

/** What was read of a request. */
interface ReadRequest {
  readonly subject: ReportSubject;
  readonly reasonType: ReportReasonType;
  readonly statement: string | null;
}

const hour = 3_600_000;

const create = Effect.fnUntraced(function* (viewer: Viewer, { reasonType, statement, subject }: ReadRequest) {
  const reports = yield* Reports;
  const known = yield* reports.reserve(viewer.did, subjectUri(subject));
  if (known !== null) return known;
  const createdAt = yield* Clock.currentTimeMillis;
  if ((yield* reports.countSince(viewer.did, createdAt - hour)) >= maxReportsPerHour)
    return yield* new ReportRefused({ reason: "too-many" });
  const id = `report_${yield* randomText(16)}`;
  const facts = { id, reporter: viewer.did, reasonType, statement, createdAt };
  const metadata = { ...viewerEventMetadata(viewer), subjectDid: subjectDid(subject) };
  const [recorded] = yield* appendEvents(
    streamName("report", id),
    0,
    [new ReportCreated({ ...facts, subject })],
    metadata
  );
  return {
    ...facts,
    subject: subjectUri(subject),
    position: recorded?.position ?? 0,
    status: openStatus
  } satisfies ListedReport;
});

/**
 * Reports an account or a record for a user, and returns the report. A user has one report of a subject: the first one is
 * returned again. Nothing is asked of the subject, which may be gone or hidden, and no scope of the token.
 */
export const createReport = traced("createReport")(function* (viewer: Viewer, request: ReportRequest) {
  const { run } = yield* Atomically;
  const subject = yield* Option.match(readSubject(request.subjectUri.trim()), {
    onNone: () => Effect.fail(new ReportRefused({ reason: "invalid-subject" })),
    onSome: Effect.succeed
  });
  const statement = yield* readStatement(request.statement);
  return yield* retryConflicts(run(create(viewer, { subject, statement, reasonType: request.reasonType })));
});
