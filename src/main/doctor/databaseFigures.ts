import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { databaseFacts } from "../../adapters/postgres/schema/databaseFacts.ts";
import * as DatabaseStatusPostgres from "../../adapters/postgres/stores/DatabaseStatusPostgres.ts";
import * as ProcessReportsPostgres from "../../adapters/postgres/stores/ProcessReportsPostgres.ts";
import { DatabaseStatus } from "../../domain/health/DatabaseStatus.ts";
import { findHealthProblems } from "../../domain/health/findHealthProblems.ts";
import { sumCalls, sumRequests } from "../../domain/health/HealthMinute.ts";
import { problemKind } from "../../domain/health/HealthProblem.ts";
import { type ProcessReport, ProcessReports } from "../../domain/health/ProcessReports.ts";
import { isRunning } from "../../domain/health/processLiveness.ts";
import { databaseExists } from "../cli/databaseExists.ts";
import { withDatabase } from "../cli/schemaMigrations.ts";

const mostTables = 500;

const ports = Layer.merge(ProcessReportsPostgres.layer, DatabaseStatusPostgres.layer);

/** Reads without migrating first. A database without the tables of this version has no reports. */
const read = Effect.gen(function* () {
  const facts = yield* databaseFacts;
  const reports = yield* Effect.orElseSucceed((yield* ProcessReports).list, () => []);
  const status = yield* Effect.orElseSucceed((yield* DatabaseStatus).read(mostTables), () => null);
  return { facts, reports, status, now: yield* Clock.currentTimeMillis };
}).pipe(Effect.provide(ports));

type Read = Effect.Effect.Success<typeof read>;

/** What a process reports about itself, without its machine and its settings. */
const processOf = ({ at, state }: ProcessReport, now: number) => ({
  version: state.version,
  running: isRunning({ at, state, minutes: [] }, now),
  upSeconds: Math.round((at - state.startedAt) / 1000),
  reportedSecondsAgo: Math.round((now - at) / 1000),
  memoryBytes: state.memoryBytes,
  processorShare: state.processorShare,
  eventLoopDelay: state.eventLoopDelay,
  sockets: state.sockets,
  streams: state.streams,
  operations: state.operations,
  jobDeaths: state.jobDeaths,
  replicasLeftOut: Object.values(state.replicasLeftOut)
});

const healthOf = ({ facts, now, reports, status }: Read) => {
  const minutes = reports.flatMap((report) => report.minutes);
  const sealing = { lagSeconds: facts.sealing?.waitedSeconds ?? 0, refusal: null };
  const problems = findHealthProblems({ now, processes: reports, sealing, source: null, database: status });
  return {
    problems: [...new Set(problems.map(problemKind))],
    requests: Object.fromEntries(
      [...sumRequests(minutes)].map(([kind, { latencies: _, ...counts }]) => [kind, counts])
    ),
    calls: [...sumCalls(minutes).values()],
    processes: reports.map((report) => processOf(report, now))
  };
};

const figuresOf = (found: Read) => {
  const { facts, reports, status } = found;
  return {
    machines: reports.map(({ state }) => state.host),
    health: healthOf(found),
    log:
      facts.sealing === null
        ? null
        : { head: facts.sealing.head, checkpoint: facts.sealing.sealed, waitedSeconds: facts.sealing.waitedSeconds },
    migrations: {
      last: facts.schema.applied.at(-1) ?? null,
      pending: facts.schema.pending,
      unknown: facts.schema.unknown.length
    },
    tables: {
      postgres: facts.version,
      encoding: facts.encoding,
      lexicons: facts.lexicons,
      admins: facts.admins,
      ...(status !== null && {
        bytes: status.bytes,
        connections: status.connections,
        maxConnections: status.maxConnections,
        tables: status.tables
      })
    }
  };
};

/** What a support bundle says about the database. It fails with one sentence if there is none, or if it cannot be reached. */
export const databaseFigures = Effect.gen(function* () {
  if (!(yield* databaseExists))
    return yield* Effect.fail(new Error("there is no database yet: the first start creates it"));
  return figuresOf(yield* withDatabase(read));
});
