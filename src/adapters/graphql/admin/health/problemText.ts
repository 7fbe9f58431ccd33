import type { HealthProblem } from "../../../../domain/health/HealthProblem.ts";
import type { LeftOutReason } from "../../../../domain/health/LeftOutReason.ts";
import { callFailureText } from "./callFailureText.ts";

/** A problem for people: a sentence, the page of the settings that helps, and whether users notice it. */
export interface ShownProblem {
  readonly message: string;
  readonly remedy: string;
  /** A path below `/settings`. */
  readonly page: string;
  readonly severity: "FAULT" | "WARNING";
}

const percent = (part: number, whole: number): string => `${Math.round((part / whole) * 100)} %`;

const iso = (time: number): string => new Date(time).toISOString();

const leftOutText: Readonly<Record<LeftOutReason, string>> = {
  away: "it does not respond",
  behind: "it is too far behind the primary",
  "not-a-replica": "it accepts writes, so it is no replica",
  "other-database": "it is no copy of the database of DATABASE_URL",
  "other-timeline": "it follows a server that is no longer the primary"
};

/** Returns a problem in words. */
export const problemText = (problem: HealthProblem): ShownProblem => {
  switch (problem._tag) {
    case "NoProcessReports":
      return {
        message: "No process has reported within a minute.",
        remedy: "Look into the log of the service: it cannot write to its database.",
        page: "/health",
        severity: "FAULT"
      };
    case "ProcessSilent":
      return {
        message: `The process ${problem.pid} on ${problem.host} has not reported since ${iso(problem.since)}.`,
        remedy: "It was killed, hangs, or lost its database. Look into its log, and start it again.",
        page: "/health",
        severity: "FAULT"
      };
    case "RequestsFail":
      return {
        message: `${percent(problem.failed, problem.requests)} of the requests of the last 5 minutes failed.`,
        remedy: "The table of requests says which kind. The log of the service has the request ids.",
        page: "/audit?outcome=failure",
        severity: "FAULT"
      };
    case "QueriesSlow":
      return {
        message: `The slowest 5 % of the GraphQL queries of the last 5 minutes took more than ${(problem.p95 / 1000).toFixed(1)} s.`,
        remedy: "INDEX_FIELDS adds an index to a field that queries filter by often.",
        page: "/instance",
        severity: "WARNING"
      };
    case "ServerFails":
      return {
        message: `${percent(problem.failed, problem.calls)} of the calls to ${problem.server} in the last 5 minutes failed: it ${callFailureText[problem.reason]}.`,
        remedy: "Users of this server cannot sign in or write until it works again.",
        page: "/accounts",
        severity: "WARNING"
      };
    case "EventLoopDelayed":
      return {
        message: `The process ${problem.pid} on ${problem.host} is overloaded: 1 % of its timers are more than ${Math.round(problem.delay)} ms late.`,
        remedy: "Run more processes, or give it more of a processor.",
        page: "/health",
        severity: "WARNING"
      };
    case "JobDied":
      return {
        message: `The background job "${problem.job}" has died ${problem.deaths === 1 ? "once" : `${problem.deaths} times`} on ${problem.host}.`,
        remedy: "It was started again. The log of the service has the cause.",
        page: "/health",
        severity: "WARNING"
      };
    case "SealingLate":
      return {
        message:
          problem.refusal === null
            ? `Events have waited for a checkpoint for ${Math.round(problem.seconds)} s.`
            : `No checkpoint is signed: ${problem.refusal}`,
        remedy: "The page of the log says what was signed last.",
        page: "/audit/log",
        severity: "FAULT"
      };
    case "SourceLost":
      return {
        message: `${problem.isUnattended ? "No process follows the source of live sync" : "The source of live sync is not connected"}${problem.since === null ? "" : ` since ${iso(problem.since)}`}.`,
        remedy: "The page Sync says why.",
        page: "/sync",
        severity: "FAULT"
      };
    case "ConnectionsUsed":
      return {
        message: `${problem.connections} of ${problem.maxConnections} connections of the database are in use.`,
        remedy: "Raise max_connections of PostgreSQL, or run fewer processes.",
        page: "/health",
        severity: "WARNING"
      };
    case "WalNotArchived":
      return {
        message: `The database ${problem.fault === "fails" ? "cannot archive its write-ahead log" : "has waited for its write-ahead log to be archived"}${problem.lastArchivedAt === null ? "" : ` since ${iso(problem.lastArchivedAt)}`}. It cannot be restored to a later time, and its disk fills.`,
        remedy:
          "Look at the folder of WAL_ARCHIVE or the archive_command of the server: its disk, and who may write to it.",
        page: "/health",
        severity: "WARNING"
      };
    case "ReplicaLeftOut":
      return {
        message: `No queries go to the read replica ${problem.replica} (seen by ${problem.host}): ${leftOutText[problem.reason]}.`,
        remedy: "The primary answers them. Look into pg_stat_replication of the primary, and the log of the replica.",
        page: "/health",
        severity: "WARNING"
      };
    case "SettingsDiffer":
      return {
        message: `The processes have different values of ${problem.names.join(", ")}.`,
        remedy: "Start all processes with the same environment.",
        page: "/instance",
        severity: "WARNING"
      };
  }
};
