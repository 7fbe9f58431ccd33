import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";
import type { PublicationReason, PublicationState } from "./Publication.ts";

/** The last report about a witness or an anchor. Times are ISO 8601 in UTC with milliseconds. */
export interface PublicationReport {
  /** The verifier key of a witness, or the address of an anchor. */
  readonly target: string;
  readonly state: PublicationState;
  readonly reason: PublicationReason | null;
  /** The size of the largest checkpoint that it has; 0 for none. */
  readonly size: number;
  /** When its state or reason last changed. */
  readonly changedAt: string;
  /** When it was last tried. */
  readonly checkedAt: string;
  /** When it last stated less than it had before; null for never. */
  readonly resetAt: string | null;
}

/** What is known of the witnesses and anchors, for status pages and across restarts. */
export class PublicationReports extends Context.Tag("domain/PublicationReports")<
  PublicationReports,
  {
    /** Replaces the report about its target. */
    readonly report: (report: PublicationReport) => Effect.Effect<void, StorageUnavailable>;
    /** Returns the report about every target that there ever was, by target. */
    readonly all: Effect.Effect<ReadonlyArray<PublicationReport>, StorageUnavailable>;
  }
>() {}
