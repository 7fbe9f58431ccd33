import { GraphQLEnumType, GraphQLFloat, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import type { Health, MinuteOfRequests } from "../../../../application/health/readHealth.ts";
import type { DatabaseFigures, TableSize } from "../../../../domain/health/DatabaseStatus.ts";
import { quantileOf } from "../../../../domain/health/LatencyHistogram.ts";
import type { ProcessReport } from "../../../../domain/health/ProcessReports.ts";
import { isRunning } from "../../../../domain/health/processLiveness.ts";
import type { QueueLength } from "../../../../domain/health/QueueLength.ts";
import { type RequestCounts, totalOf } from "../../../../domain/health/RequestCounts.ts";
import { type RequestKind, requestKinds } from "../../../../domain/health/RequestKind.ts";
import { failedCalls, otherHosts, type ServerCalls } from "../../../../domain/health/ServerCalls.ts";
import { isoTime, isoTimeOrNull } from "../../../../domain/time/isoTime.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { flag, int, listOf, text, time } from "../../schema/scalars/requiredTypes.ts";
import { callFailureText } from "./callFailureText.ts";
import { problemText, type ShownProblem } from "./problemText.ts";

const float = new GraphQLNonNull(GraphQLFloat);

const enumNameOf = (name: string): string => name.toUpperCase().replaceAll("-", "_");

const severity = new GraphQLEnumType({
  name: "HealthSeverity",
  values: {
    FAULT: { description: "Users notice it, or data is at risk." },
    WARNING: { description: "It may become a fault." }
  }
});

const problem = new GraphQLObjectType<ShownProblem>({
  name: "HealthProblem",
  description: "Something that is wrong with the instance.",
  fields: {
    severity: { type: new GraphQLNonNull(severity) },
    message: { type: text },
    remedy: { type: text, description: "What to do, or where to look." },
    page: { type: text, description: "The page that helps, as a path below /settings." }
  }
});

const counts = {
  requests: { type: int, resolve: totalOf },
  refused: { type: int, description: "Responses with a status of 4xx." },
  failed: {
    type: int,
    description:
      "Responses with a status of 5xx, and GraphQL operations that failed because of this service, its database or a PDS."
  },
  aborted: { type: int, description: "Requests whose client left before the response was complete." }
};

const minute = new GraphQLObjectType<MinuteOfRequests>({
  name: "HealthMinute",
  description: "The requests of all kinds that ended within one minute.",
  fields: { at: { type: time, resolve: ({ minute: start }) => isoTime(start) }, ...counts }
});

const requestKind = new GraphQLEnumType({
  name: "RequestKind",
  description: "What a request is for.",
  values: Object.fromEntries(requestKinds.map((kind) => [enumNameOf(kind), { value: kind }]))
});

interface KindCounts extends RequestCounts {
  readonly kind: RequestKind;
}

const latency = (quantile: number) => ({
  type: GraphQLFloat,
  resolve: ({ latencies }: KindCounts) => quantileOf(latencies, quantile)
});

const kind = new GraphQLObjectType<KindCounts>({
  name: "RequestsOfKind",
  description:
    "The requests of one kind within the last hour. Latencies are in milliseconds until the response began; they differ from the exact ones by less than a tenth.",
  fields: {
    kind: { type: new GraphQLNonNull(requestKind) },
    ...counts,
    p50: latency(0.5),
    p95: latency(0.95),
    p99: latency(0.99)
  }
});

type ServerEntry = Health["servers"][number];

const ofServer =
  <A>(read: (calls: ServerCalls) => A) =>
  ([, calls]: ServerEntry): A =>
    read(calls);

const server = new GraphQLObjectType<ServerEntry>({
  name: "ServerHealth",
  description: "The calls to a PDS or an authorization server within the last hour.",
  fields: {
    host: {
      type: GraphQLString,
      description: "Null for the hosts that are not counted on their own.",
      resolve: ([host]) => (host === otherHosts ? null : host)
    },
    calls: { type: int, resolve: ofServer(({ calls }) => calls) },
    failed: { type: int, resolve: ofServer(failedCalls) },
    lastFailure: {
      type: GraphQLString,
      description: "Why the last failed call failed, after the name of the host.",
      resolve: ofServer(({ lastFailure }) => (lastFailure === null ? null : callFailureText[lastFailure.reason]))
    },
    lastFailureAt: {
      type: dateTimeScalar,
      resolve: ofServer(({ lastFailure }) => isoTimeOrNull(lastFailure?.at ?? null))
    }
  }
});

const queue = new GraphQLObjectType<QueueLength & { readonly name: string }>({
  name: "HealthQueue",
  description: "What waits to be done in the background.",
  fields: {
    name: {
      type: new GraphQLNonNull(
        new GraphQLEnumType({
          name: "HealthQueueName",
          values: {
            REVOCATIONS: { value: "revocations", description: "Sessions to revoke at their PDSes." },
            WRITES: { value: "writes", description: "Writes whose outcome is not certain yet." },
            REPOSITORIES: { value: "repositories", description: "Repositories to index." },
            DEAD_LETTERS: { value: "dead-letters", description: "What arrived and is not in the index." },
            UNSEALED_EVENTS: { value: "unsealed-events", description: "Events without a checkpoint." },
            WEBHOOK: { value: "webhook", description: "Messages to deliver. Those that failed were given up." }
          }
        })
      )
    },
    waiting: { type: int, description: "At most 10,000 for revocations, writes and repositories." },
    failed: { type: int, description: "The entries among them whose last attempt failed." }
  }
});

const table = new GraphQLObjectType<TableSize>({
  name: "TableSize",
  description: "A table with its indexes.",
  fields: {
    name: { type: text },
    bytes: { type: float },
    rows: { type: GraphQLFloat, description: "Estimated by the database; null until it has analyzed the table." }
  }
});

const database = new GraphQLObjectType<DatabaseFigures>({
  name: "DatabaseHealth",
  fields: {
    version: { type: text },
    bytes: { type: float },
    connections: { type: int, description: "Of all programs." },
    maxConnections: { type: int },
    tables: { type: listOf(table), description: "The largest, largest first." }
  }
});

interface ShownProcess extends ProcessReport {
  readonly now: number;
}

const processType = new GraphQLObjectType<ShownProcess>({
  name: "ProcessHealth",
  description: "A process of the instance by its last report.",
  fields: {
    id: { type: text, resolve: ({ state }) => state.id },
    host: { type: text, description: "Its machine or container.", resolve: ({ state }) => state.host },
    pid: { type: int, resolve: ({ state }) => state.pid },
    version: { type: text, resolve: ({ state }) => state.version },
    startedAt: { type: time, resolve: ({ state }) => isoTime(state.startedAt) },
    reportedAt: { type: time, resolve: ({ at }) => isoTime(at) },
    state: {
      type: new GraphQLNonNull(
        new GraphQLEnumType({
          name: "ProcessState",
          values: {
            RUNNING: { description: "It has reported within the last minute." },
            SILENT: { description: "It has not reported for a minute, although it did not say that it ends." },
            STOPPED: { description: "It has ended." }
          }
        })
      ),
      resolve: (report) => (report.state.stopped ? "STOPPED" : isRunning(report, report.now) ? "RUNNING" : "SILENT")
    },
    memoryBytes: { type: float, description: "The resident memory.", resolve: ({ state }) => state.memoryBytes },
    processorShare: {
      type: float,
      description: "The share of one processor that it used between its last two reports.",
      resolve: ({ state }) => state.processorShare
    },
    eventLoopDelay: {
      type: float,
      description: "The 99th percentile between its last two reports, in milliseconds.",
      resolve: ({ state }) => state.eventLoopDelay
    },
    connections: {
      type: int,
      description: "Open WebSockets and event streams.",
      resolve: ({ state }) => state.sockets + state.streams
    },
    operations: {
      type: int,
      description: "Subscriptions and other operations that run over them.",
      resolve: ({ state }) => state.operations
    },
    isThis: { type: flag, description: "Whether this process answered the query." }
  }
});

/** The type of the field `health`. */
export const healthType = new GraphQLObjectType<Health & { readonly processId: string | null }>({
  name: "Health",
  description:
    "The health of the instance as all of its processes report it every 15 seconds. Counts are of the last hour.",
  fields: {
    at: { type: time, resolve: ({ at }) => isoTime(at) },
    problems: {
      type: listOf(problem),
      description: "Empty if everything works.",
      resolve: ({ problems }) => problems.map(problemText)
    },
    minutes: { type: listOf(minute), description: "The last 60 minutes, oldest first." },
    requests: {
      type: listOf(kind),
      description: "By kind. Kinds without requests are left out.",
      resolve: ({ kinds }) => [...kinds].map(([name, found]): KindCounts => ({ kind: name, ...found }))
    },
    servers: {
      type: listOf(server),
      description:
        "Up to 50 PDSes and authorization servers: those with most failures first, then those with most calls."
    },
    queues: {
      type: listOf(queue),
      resolve: ({ queues }) => Object.entries(queues).map(([name, length]) => ({ name, ...length }))
    },
    database: { type: database, description: "Null if the data is in memory." },
    processes: {
      type: listOf(processType),
      description: "In the order in which they started, up to an hour after their last report.",
      resolve: ({ at, processes, processId }) =>
        processes.map((report) => ({ ...report, now: at, isThis: report.state.id === processId }))
    }
  }
});
