import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Did } from "../../domain/atproto/Did.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { isErasedDid } from "../../domain/personal/erasedValue.ts";
import { closeReport, type ReportAction, ReportNotFound } from "../../domain/report/Report.ts";
import type { ReportSubject } from "../../domain/report/ReportEvent.ts";
import { everyReport, Reports } from "../../domain/report/Reports.ts";
import { subjectDid, subjectUri } from "../../domain/report/subjectUri.ts";
import { reports } from "../event/aggregates.ts";
import { type Append, decideAcross } from "../event/decideAcross.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { labelDecision } from "../labels/createLabel.ts";

/** A label cannot be put on the subject of a report, because the person was erased. */
export class ReportedPersonErased extends Schema.TaggedError<ReportedPersonErased>()("ReportedPersonErased", {}) {
  override get message(): string {
    return "action cannot be APPLY_LABEL: the person whom the report is about was erased. Dismiss the report.";
  }
}

/** A decision about a report, as it was requested. */
export interface ReportDecision {
  readonly id: string;
  readonly action: ReportAction;
  /** Whether the other open reports of the same subject are closed with it. */
  readonly includesOthers: boolean;
}

/** Who decides. `by` is null for the operator. */
interface Decider {
  readonly by: Did | null;
  readonly actor: Actor;
}

/** The most reports that one decision closes. The next decision closes those that are left. */
const most = 200;

const isId = Schema.is(Schema.String.pipe(Schema.pattern(/^report_[\w-]{1,64}$/)));

const closeOne = Effect.fnUntraced(function* (id: string, action: ReportAction, { actor, by }: Decider) {
  const stream = streamName("report", id);
  const { state, version } = yield* loadAggregate(reports, stream);
  const event = yield* closeReport(state, id, action, { by, at: yield* Clock.currentTimeMillis });
  const subject = state?.subject;
  if (subject === undefined) return yield* new ReportNotFound({ id });
  const metadata = { actor, subjectDid: subjectDid(subject) };
  return { subject, append: { stream, version, events: [event], metadata } satisfies Append };
});

const none = Effect.succeed<ReadonlyArray<Append>>([]);

/** Those that somebody else closes meanwhile are left out. */
const closeOthers = Effect.fnUntraced(function* (
  id: string,
  subject: ReportSubject,
  action: ReportAction,
  decider: Decider
) {
  const open = yield* (yield* Reports).page(
    { ...everyReport, status: "Open", subject: subjectUri(subject) },
    null,
    most
  );
  const others = open.filter((report) => report.id !== id);
  const closed = yield* Effect.forEach(others, (report) =>
    closeOne(report.id, action, decider).pipe(
      Effect.map(({ append }) => [append]),
      Effect.catchTags({ ReportClosed: () => none, ReportNotFound: () => none })
    )
  );
  return closed.flat();
});

const decision = Effect.fnUntraced(function* ({ action, id, includesOthers }: ReportDecision, decider: Decider) {
  if (!isId(id)) return yield* new ReportNotFound({ id });
  const { append, subject } = yield* closeOne(id, action, decider);
  const others = includesOthers ? yield* closeOthers(id, subject, action, decider) : [];
  const appends: ReadonlyArray<Append> = [append, ...others];
  if (action._tag === "Dismiss") return { appends, outcome: appends.length };
  if (isErasedDid(subjectDid(subject))) return yield* new ReportedPersonErased();
  const label = yield* labelDecision(
    { uri: subjectUri(subject), val: action.label, cid: null, exp: null },
    decider.actor
  );
  return { appends: [...label.appends, ...appends], alongside: label.alongside, outcome: appends.length };
});

/**
 * Closes an open report, on request with the other open reports of its subject, and returns their number. A label and the
 * reports that it closes are one transaction. A report is closed once: of two admins, the second one gets `ReportClosed`.
 */
export const resolveReport = traced("resolveReport")(function* (request: ReportDecision, decider: Decider) {
  return (yield* decideAcross(decision(request, decider))).outcome;
});
