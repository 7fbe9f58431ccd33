import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { RecordedEvent } from "../event/Envelope.ts";
import { UnavailableReason } from "../storage/UnavailableReason.ts";
import type { AuditFilter } from "./AuditFilter.ts";

/**
 * The history cannot be searched: the store does not respond, the search took too long, or the search index is still being
 * built (`unready`), as after an upgrade with a long log.
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

/** A page of what a filter means. */
export interface AuditPage {
  readonly filter: AuditFilter;
  readonly order: "newest first" | "oldest first";
  /** The position that was read last, in the order of the page; null for the first page. */
  readonly after: number | null;
  /** Nothing beyond this position; null for all there is. */
  readonly upTo: number | null;
  readonly limit: number;
}

/**
 * The log, asked by a filter. Pages are told apart by positions, so that a walk visits each event once, however many
 * are appended meanwhile.
 */
export class AuditTrail extends Context.Tag("domain/AuditTrail")<
  AuditTrail,
  {
    readonly page: (page: AuditPage) => Effect.Effect<ReadonlyArray<RecordedEvent>, AuditUnavailable>;
    /** How many events a filter means; `atMost` where there are as many or more. */
    readonly count: (filter: AuditFilter, atMost: number) => Effect.Effect<number, AuditUnavailable>;
  }
>() {}
