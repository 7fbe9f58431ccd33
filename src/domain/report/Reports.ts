import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { Did } from "../atproto/Did.ts";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { ReportReasonType } from "./ReportEvent.ts";
import type { ReportStatus, ReportStatusName } from "./ReportStatus.ts";

/** A report as lists show it. `position` is that of its first event in the log. */
export interface ListedReport {
  readonly id: string;
  readonly position: number;
  /** The DID of an account, or the AT URI of a record. */
  readonly subject: string;
  readonly reporter: Did;
  readonly reasonType: ReportReasonType;
  /** What the reporter wrote; null for nothing. */
  readonly statement: string | null;
  /** In Unix milliseconds. */
  readonly createdAt: number;
  readonly status: ReportStatus;
}

/** Which reports are meant: those that match every member that is not null. */
export interface ReportFilter {
  readonly status: ReportStatusName | null;
  /** The DID of an account, or the AT URI of a record. */
  readonly subject: string | null;
  /** The account that the subject is or belongs to. */
  readonly account: string | null;
}

export const everyReport: ReportFilter = { status: null, subject: null, account: null };

/** The reports that users made. They follow from the log, and change in the transaction of their events. */
export class Reports extends Context.Tag("domain/Reports")<
  Reports,
  {
    readonly find: (id: string) => Effect.Effect<ListedReport | null, StorageUnavailable>;
    /**
     * Returns the first report of a reporter about a subject, or null. Until the surrounding `Atomically` transaction ends,
     * others who ask for the same two wait, so that no second report is created.
     */
    readonly reserve: (reporter: Did, subject: string) => Effect.Effect<ListedReport | null, StorageUnavailable>;
    /** Returns the number of reports that a reporter made from a time on (Unix milliseconds). */
    readonly countSince: (reporter: Did, since: number) => Effect.Effect<number, StorageUnavailable>;
    /** Returns up to `limit` reports, newest first, whose position is lower than `before` (null for the newest). */
    readonly page: (
      filter: ReportFilter,
      before: number | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ListedReport>, StorageUnavailable>;
    readonly count: (filter: ReportFilter) => Effect.Effect<number, StorageUnavailable>;
  }
>() {}
