import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import type { AuditFilter } from "../../domain/audit/AuditFilter.ts";
import { AuditTrail, type AuditUnavailable } from "../../domain/audit/AuditTrail.ts";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";

/** Events that are held at a time. */
const pageSize = 250;

/** What an export has given so far. */
interface Progress {
  readonly after: number;
  readonly count: number;
  readonly isOver: boolean;
}

/** What tells a whole export from one that was cut off: how many events it has, up to which position of the log. */
export interface ExportEnd {
  readonly complete: boolean;
  readonly count: number;
  readonly lastPosition: number;
}

/** How events and the end of an export are written, each as a line. */
export interface ExportFormat {
  readonly line: (event: RecordedEvent) => string;
  readonly end: (end: ExportEnd) => string;
}

/**
 * What a filter means, oldest first, as lines, several at a time, each event once; then a last line that tells a whole
 * export from one that was cut off. It ends where the log ended when it began. When the history cannot be read any
 * more on the way, the last line says so.
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
        Effect.logError("An export of the history broke off", failure).pipe(
          Effect.as(
            Option.some([end({ complete: false, count, lastPosition: after }), { after, count, isOver: true }] as const)
          )
        )
      )
    );
  };
  return Stream.unfoldEffect<Progress, string, never, never>({ after: 0, count: 0, isOver: false }, next);
});
