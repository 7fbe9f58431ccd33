import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import type { AuditFilter } from "../../domain/audit/AuditFilter.ts";
import { AuditTrail, type AuditUnavailable } from "../../domain/audit/AuditTrail.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";

/** How many events are in memory at a time. */
const pageSize = 250;

/** What an export has written so far. */
interface Progress {
  readonly after: number;
  readonly count: number;
  readonly isOver: boolean;
}

/** The end marker of a complete export: how many events it has, and up to which log position. */
export interface ExportEnd {
  readonly complete: boolean;
  readonly count: number;
  readonly lastPosition: number;
}

/** How an export writes its events and its end, each as one line. */
export interface ExportFormat {
  readonly line: (event: RecordedEvent) => string;
  readonly end: (end: ExportEnd) => string;
}

/**
 * Exports the events that match a filter as lines, oldest first, each event once and several at a time. A last line
 * distinguishes a complete export from a truncated one. The export ends where the log ended when it started. If the
 * history becomes unreadable on the way, the last line reports it.
 */
export const exportHistory = Effect.fn("exportHistory")(function* (filter: AuditFilter, { end, line }: ExportFormat) {
  const trail = yield* AuditTrail;
  const log = yield* EventLog;
  const upTo = yield* log.head;

  const next = ({ after, count, isOver }: Progress) => {
    if (isOver) return Effect.succeedNone;
    return trail.page({ filter, order: "oldest first", after, upTo, limit: pageSize }).pipe(
      Effect.map((events) => {
        const progress: Progress = {
          after: events.at(-1)?.position ?? after,
          count: count + events.length,
          isOver: events.length < pageSize
        };
        const { count: given, isOver: complete } = progress;
        const last = complete ? end({ complete, count: given, lastPosition: upTo }) : "";
        return Option.some([`${events.map(line).join("")}${last}`, progress] as const);
      }),
      Effect.catchAll((failure: AuditUnavailable) =>
        Effect.logError("An export of the history was aborted", failure).pipe(
          Effect.as(
            Option.some([end({ complete: false, count, lastPosition: after }), { after, count, isOver: true }] as const)
          )
        )
      )
    );
  };
  return Stream.unfoldEffect<Progress, string, never, never>({ after: 0, count: 0, isOver: false }, next);
});
