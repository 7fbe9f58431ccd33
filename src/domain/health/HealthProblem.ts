import type { LeftOutReason } from "./LeftOutReason.ts";
import type { CallFailureReason } from "./ServerCalls.ts";
import type { WalArchivingFault } from "./WalArchiving.ts";

/** The settings that differ between the processes of one instance on purpose. */
export const settingsOfOneProcess: ReadonlySet<string> = new Set(["HOST", "PORT", "METRICS_PORT", "DATA_DIR"]);

/** Something that is wrong with an instance. Durations are in milliseconds, times in Unix milliseconds. */
export type HealthProblem =
  | { readonly _tag: "NoProcessReports" }
  | { readonly _tag: "ProcessSilent"; readonly host: string; readonly pid: number; readonly since: number }
  | { readonly _tag: "RequestsFail"; readonly failed: number; readonly requests: number }
  | { readonly _tag: "QueriesSlow"; readonly p95: number }
  | {
      readonly _tag: "ServerFails";
      readonly server: string;
      readonly failed: number;
      readonly calls: number;
      readonly reason: CallFailureReason;
    }
  | { readonly _tag: "EventLoopDelayed"; readonly host: string; readonly pid: number; readonly delay: number }
  | { readonly _tag: "JobDied"; readonly job: string; readonly deaths: number; readonly host: string }
  | { readonly _tag: "SealingLate"; readonly seconds: number; readonly refusal: string | null }
  | { readonly _tag: "SourceLost"; readonly since: number | null; readonly isUnattended: boolean }
  | { readonly _tag: "ConnectionsUsed"; readonly connections: number; readonly maxConnections: number }
  | { readonly _tag: "WalNotArchived"; readonly fault: WalArchivingFault; readonly lastArchivedAt: number | null }
  | { readonly _tag: "ReplicaLeftOut"; readonly replica: string; readonly reason: LeftOutReason; readonly host: string }
  | { readonly _tag: "SettingsDiffer"; readonly names: ReadonlyArray<string> };

const tags: Readonly<Record<HealthProblem["_tag"], string>> = {
  NoProcessReports: "no-process-reports",
  ProcessSilent: "process-silent",
  RequestsFail: "requests-fail",
  QueriesSlow: "queries-slow",
  ServerFails: "pds-fails",
  EventLoopDelayed: "event-loop-delayed",
  JobDied: "job-died",
  SealingLate: "sealing-late",
  SourceLost: "source-lost",
  ConnectionsUsed: "connections-used",
  WalNotArchived: "wal-not-archived",
  ReplicaLeftOut: "replica-left-out",
  SettingsDiffer: "settings-differ"
};

/** The names of all kinds of problems. */
export const problemKinds: ReadonlyArray<string> = Object.values(tags);

/** Returns the name of the kind of a problem. */
export const problemKind = ({ _tag }: HealthProblem): string => tags[_tag];
