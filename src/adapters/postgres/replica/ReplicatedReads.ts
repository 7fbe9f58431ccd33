import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as Runtime from "effect/Runtime";
import * as Schedule from "effect/Schedule";
import type { Pool } from "pg";
import { forkSupervised } from "../../../application/background/supervise.ts";
import { HealthCounters } from "../../../application/health/HealthCounters.ts";
import type { LeftOutReason } from "../../../domain/health/LeftOutReason.ts";
import { openPool, type PostgresClientOptions, readOnly } from "../connection/PostgresClient.ts";
import { RowReader, rowReader } from "../reads/RowReader.ts";
import { readConcurrency } from "../reads/readConcurrency.ts";
import { CommittedPosition } from "./CommittedPosition.ts";
import { OpenConnections } from "./OpenConnections.ts";
import { Replica, type ReplicaChange } from "./Replica.ts";
import { knownPosition, reachCommitted } from "./reachCommitted.ts";
import { replicaName } from "./replicaName.ts";
import { replicaSentences, reportedText } from "./replicaSentences.ts";
import { replicatedReader } from "./replicatedReader.ts";
import { type PrimaryFacts, readPrimary } from "./serverFacts.ts";

export interface ReplicatedReadsOptions {
  /** How the primary is reached. */
  readonly primary: PostgresClientOptions;
  readonly replicas: ReadonlyArray<Redacted.Redacted>;
}

const defaultConnections = 10;

/** Questions, and cancellations of reads. */
const controlConnections = 2;

const checkInterval = "500 millis";
const checkTimeout = "2 seconds";

/** A replica that comes back may be away and behind in turn. That is one incident. */
const passing: ReadonlySet<LeftOutReason> = new Set(["away", "behind"]);

/** The line of the log for a change. */
const logChange = ({ before, cause, leftOut, name }: ReplicaChange): Effect.Effect<void> => {
  if (before._tag === "LeftOut" && leftOut !== null && passing.has(leftOut)) return Effect.void;
  if (leftOut !== null)
    return Effect.logWarning(
      `The read replica ${name} is left out, and reads go to the primary: ${replicaSentences[leftOut]}${reportedText(cause)}`
    );
  return Effect.logInfo(`Reads go to the read replica ${name}${before._tag === "LeftOut" ? " again" : ""}`);
};

const openReplica = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  name: string,
  { maxConnections = defaultConnections, ...primary }: PostgresClientOptions
) {
  const runFork = Runtime.runFork(yield* Effect.runtime<never>());
  const { replicas: counters } = yield* HealthCounters;
  const options = { ...primary, url, settings: { ...primary.settings, ...readOnly }, reportsLoss: false };
  const control = yield* openPool({ ...options, maxConnections: controlConnections }, false);
  const pool = yield* openPool({ ...options, maxConnections }, false);
  const connections = new OpenConnections();
  for (const each of [control, pool]) connections.watch(each);
  const cancel = (backend: number | null) =>
    void control.query("select pg_cancel_backend($1)", [backend]).catch(() => undefined);
  counters.note(name, "away");
  return new Replica({
    name,
    reader: rowReader(pool, readConcurrency(Redacted.value(url), maxConnections), ({ backendPid }) =>
      cancel(backendPid)
    ),
    control,
    onChange: (change) => {
      counters.note(name, change.leftOut);
      // What waits for a server that vanished would wait until its time is over, instead of going to the primary.
      if (change.leftOut === "away") connections.abandon(new Error("The read replica does not respond"));
      runFork(logChange(change));
    }
  });
});

const checkReplica = (facts: PrimaryFacts, replica: Replica): Effect.Effect<void> =>
  Effect.promise(() => replica.identify(facts)).pipe(
    Effect.timeoutTo({
      duration: checkTimeout,
      onSuccess: (isReplica) => isReplica,
      onTimeout: () => {
        replica.leaveOut("away");
        return false;
      }
    }),
    Effect.flatMap((isReplica) => (isReplica ? reachCommitted(knownPosition(facts), replica) : Effect.succeed(false))),
    Effect.tap((reached) => (reached ? Effect.sync(() => replica.pass()) : Effect.void)),
    Effect.asVoid
  );

/** Checks all replicas once. Nothing is learned of them while the primary does not respond. */
const checkAll = (primary: Pool, replicas: ReadonlyArray<Replica>): Effect.Effect<void> =>
  Effect.tryPromise(() => readPrimary(primary)).pipe(
    Effect.timeout(checkTimeout),
    Effect.flatMap((facts) =>
      Effect.forEach(replicas, (replica) => checkReplica(facts, replica), { concurrency: "unbounded", discard: true })
    ),
    Effect.ignore
  );

/** Names that differ, also where two URLs have the same host and port. */
const namesOf = (urls: ReadonlyArray<Redacted.Redacted>): ReadonlyArray<string> => {
  const names = urls.map((url) => replicaName(Redacted.value(url)));
  return names.map((name, at) => (names.indexOf(name) === at ? name : `${name}#${at + 1}`));
};

const make = Effect.fnUntraced(function* ({ primary, replicas: urls }: ReplicatedReadsOptions) {
  const reader = yield* RowReader;
  const { replicas: counters } = yield* HealthCounters;
  const positions = yield* openPool({ ...primary, maxConnections: controlConnections, reportsLoss: false }, false);
  const names = namesOf(urls);
  const replicas = yield* Effect.forEach(urls, (url, at) => openReplica(url, names[at] ?? "", primary));
  yield* checkAll(positions, replicas).pipe(
    Effect.repeat(Schedule.spaced(checkInterval)),
    forkSupervised("check the read replicas"),
    Effect.withClock(Clock.make())
  );
  return replicatedReader({ primary: reader, replicas, committed: new CommittedPosition(positions), counters });
});

/** A `RowReader` over the replicas of a database, and over the `RowReader` of the primary while there is none. */
export const layer = (options: ReplicatedReadsOptions): Layer.Layer<RowReader, never, RowReader> =>
  Layer.scoped(RowReader, make(options));
