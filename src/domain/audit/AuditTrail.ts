import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { RecordedEvent } from "../event/Envelope.ts";
import { UnavailableReason } from "../storage/UnavailableReason.ts";
import type { AuditFilter } from "./AuditFilter.ts";

/**
 * The history cannot be searched: the store does not respond, the search took too long, or the search index is still
 * being built (`unready`), as after an upgrade with a long log.
 */
export class AuditUnavailable extends Schema.TaggedError<AuditUnavailable>()("AuditUnavailable", {
  operation: Schema.Literal("search", "activity"),
  reason: Schema.Literal(...UnavailableReason.literals, "unready"),
  cause: Schema.Defect
}) {
  override get message(): string {
    return sentences[this.reason];
  }
}

const sentences: Readonly<Record<AuditUnavailable["reason"], string>> = {
  unreachable: "The history cannot be read right now; try again in a moment",
  timeout: "Searching the history took too long: narrow the filter, by time for example",
  unready: "The history is still being prepared for searching; try again in a minute"
};

/** A request for a page of the events that satisfy a filter. */
export interface AuditPage {
  readonly filter: AuditFilter;
  readonly order: "newest first" | "oldest first";
  /** The last position of the previous page; null for the first page. */
  readonly after: number | null;
  /** The highest position to return; null for no limit. */
  readonly upTo: number | null;
  readonly limit: number;
}

/**
 * Searches the log by filter. Pages are cut by position, so reading page after page visits each event once, however
 * many events are appended meanwhile.
 */
export class AuditTrail extends Context.Tag("domain/AuditTrail")<
  AuditTrail,
  {
    readonly page: (page: AuditPage) => Effect.Effect<ReadonlyArray<RecordedEvent>, AuditUnavailable>;
    /** Returns the number of events that satisfy a filter, up to `max`. */
    readonly count: (filter: AuditFilter, max: number) => Effect.Effect<number, AuditUnavailable>;
  }
>() {}
