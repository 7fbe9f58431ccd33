import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { Lease } from "../../lease/Leases.ts";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";
import type { SourceDisconnected } from "./RepoEvents.ts";

/** Why the connection to a source ended last. `detail` is a short text of the source, or null. `at` is in Unix milliseconds. */
export interface SourceError {
  readonly reason: SourceDisconnected["reason"];
  readonly detail: string | null;
  readonly at: number;
}

/**
 * What the process that follows a source knows about it. It describes the source alone: records that users write through
 * this instance do not count. Times are in Unix milliseconds by the clock of the process.
 */
export interface SyncReport {
  readonly address: string;
  readonly connected: boolean;
  /** When the connection was established or lost. */
  readonly since: number;
  /** When the last event arrived; null if the process has not received one. */
  readonly lastEventAt: number | null;
  /** Null if the process has not seen an error. */
  readonly lastError: SourceError | null;
  /** When the report was made. */
  readonly at: number;
  /** The number of events that arrived since the last report of the process. */
  readonly events: number;
  /** The number of record changes among them that belong into the index. */
  readonly records: number;
  /**
   * The collections in use, with the time when a change of one of their records last arrived, whoever the author is; null
   * if the process has not seen one.
   */
  readonly collections: Readonly<Record<string, number | null>>;
}

/** What happened in one minute. */
export interface MinuteCount {
  /** The start of the minute in Unix milliseconds. */
  readonly minute: number;
  readonly events: number;
  readonly records: number;
}

/**
 * The last report about a source, with its history. `lastEventAt`, `lastError` and the times of `collections` are
 * those of any process: a process that takes over has seen none of them.
 */
export interface StoredSyncReport extends Omit<SyncReport, "events" | "records"> {
  /** The minutes with events among the last `reportedMinutes`, in order. Minutes without events are left out. */
  readonly minutes: ReadonlyArray<MinuteCount>;
}

/** The length of the history of a source in minutes. */
export const reportedMinutes = 60;

/** What the process that follows a source reports about it, so that every process can show it. */
export class SyncReports extends Context.Tag("domain/SyncReports")<
  SyncReports,
  {
    /** Stores a report, unless a later lease has reported about the same source. */
    readonly report: (lease: Lease, report: SyncReport) => Effect.Effect<void, StorageUnavailable>;
    /** Returns the last report about a source. */
    readonly find: (address: string) => Effect.Effect<Option.Option<StoredSyncReport>, StorageUnavailable>;
  }
>() {}
