import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { Did } from "../atproto/Did.ts";
import { type ReportCreated, ReportDismissed, type ReportEvent, ReportResolved } from "./ReportEvent.ts";
import { openStatus, type ReportStatus } from "./ReportStatus.ts";

/** A report as its stream tells it; null before it was created. */
export type Report = (Pick<ReportCreated, "id" | "subject"> & { readonly status: ReportStatus }) | null;

export const initialReport: Report = null;

/** Applies an event of a report. Only the first decision counts. */
export const evolveReport = (state: Report, event: ReportEvent): Report => {
  if (event._tag === "ReportCreated.v1") return state ?? { id: event.id, subject: event.subject, status: openStatus };
  if (state === null || state.status._tag !== "Open") return state;
  const { closedAt: at, closedBy: by } = event;
  return event._tag === "ReportResolved.v1"
    ? { ...state, status: { _tag: "Resolved", label: event.label, by, at } }
    : { ...state, status: { _tag: "Dismissed", by, at } };
};

/** What an admin decides about a report. */
export type ReportAction = { readonly _tag: "ApplyLabel"; readonly label: string } | { readonly _tag: "Dismiss" };

/** No report has the id. */
export class ReportNotFound extends Schema.TaggedError<ReportNotFound>()("ReportNotFound", { id: Schema.String }) {
  override get message(): string {
    return `id names no report: there is none with the id ${this.id.slice(0, 100)}. Take the id from \`reports\`.`;
  }
}

/** Somebody decided about the report before. */
export class ReportClosed extends Schema.TaggedError<ReportClosed>()("ReportClosed", {
  id: Schema.String,
  status: Schema.Literal("Resolved", "Dismissed"),
  by: Schema.NullOr(Did),
  at: Schema.Number
}) {
  override get message(): string {
    const verb = this.status === "Resolved" ? "resolved" : "dismissed";
    const at = new Date(this.at).toISOString();
    return `id names a report that ${this.by ?? "the operator"} already ${verb} at ${at}: nothing was changed. Reload the list of reports.`;
  }
}

/** Who decides, and when (Unix milliseconds). `by` is null for the operator. */
interface Decider {
  readonly by: Did | null;
  readonly at: number;
}

/** Closes an open report by the decision of an admin. A report that is closed stays as it is. */
export const closeReport = (
  state: Report,
  id: string,
  action: ReportAction,
  { at, by }: Decider
): Either.Either<ReportEvent, ReportNotFound | ReportClosed> => {
  if (state === null) return Either.left(new ReportNotFound({ id }));
  const { status } = state;
  if (status._tag !== "Open")
    return Either.left(new ReportClosed({ id, status: status._tag, by: status.by, at: status.at }));
  const closed = { id, closedBy: by, closedAt: at };
  return Either.right(
    action._tag === "Dismiss" ? new ReportDismissed(closed) : new ReportResolved({ ...closed, label: action.label })
  );
};
