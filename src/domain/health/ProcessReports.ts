import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { StorageUnavailable } from "../storage/StorageUnavailable.ts";
import type { HealthMinute } from "./HealthMinute.ts";
import { LeftOutReason } from "./LeftOutReason.ts";

/** What does not change while a process runs. */
export const ProcessIdentity = Schema.Struct({
  id: Schema.String,
  version: Schema.String,
  /** The name of the machine or the container. */
  host: Schema.String,
  pid: Schema.Int,
  /** In Unix milliseconds. */
  startedAt: Schema.Number,
  /** The settings that are not secret, and of keys their public ids, by name. */
  settings: Schema.Record({ key: Schema.String, value: Schema.String })
});
export type ProcessIdentity = typeof ProcessIdentity.Type;

/** What is measured in a process at the time of a report. */
export const ProcessGauges = Schema.Struct({
  /** The resident memory. */
  memoryBytes: Schema.Number,
  /** The share of one processor that was used since the last report; above 1 with several threads. */
  processorShare: Schema.Number,
  /** The 99th percentile of the delay of the event loop since the last report, in milliseconds. */
  eventLoopDelay: Schema.Number,
  /** The open WebSockets and event streams, and the operations that run over them. */
  sockets: Schema.NonNegativeInt,
  streams: Schema.NonNegativeInt,
  operations: Schema.NonNegativeInt,
  /** How often each background job has died. */
  jobDeaths: Schema.Record({ key: Schema.String, value: Schema.NonNegativeInt }),
  /** The replicas of the database that no reads go to, by name. Versions before 0.21 do not report them. */
  replicasLeftOut: Schema.optionalWith(Schema.Record({ key: Schema.String, value: LeftOutReason }), {
    default: () => ({})
  })
});
export type ProcessGauges = typeof ProcessGauges.Type;

/** What a process stores about itself. */
export const ProcessState = Schema.Struct({
  ...ProcessIdentity.fields,
  ...ProcessGauges.fields,
  /** Whether the process has ended, and this is its last report. */
  stopped: Schema.Boolean
});
export type ProcessState = typeof ProcessState.Type;

/** The last report of a process, in Unix milliseconds, with the minutes that are kept. */
export interface ProcessReport {
  readonly state: ProcessState;
  readonly at: number;
  readonly minutes: ReadonlyArray<HealthMinute>;
}

/** What the processes of the instance report about themselves, so that each of them can show all. */
export class ProcessReports extends Context.Tag("domain/ProcessReports")<
  ProcessReports,
  {
    /**
     * Stores the state of a process, and replaces the given minutes of it. Removes minutes before the last hour, and the
     * processes that have not reported within it.
     */
    readonly report: (report: ProcessReport) => Effect.Effect<void, StorageUnavailable>;
    /** Returns the processes in the order in which they started, with their minutes in order. */
    readonly list: Effect.Effect<ReadonlyArray<ProcessReport>, StorageUnavailable>;
  }
>() {}
