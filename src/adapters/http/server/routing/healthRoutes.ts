import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { BackgroundJobs } from "../../../../application/background/BackgroundJobs.ts";
import { ThisProcess } from "../../../../application/health/ThisProcess.ts";
import { ReadModels } from "../../../../application/projection/ReadModels.ts";
import { PublicationStatus } from "../../../../application/transparency/publishing/readPublications.ts";
import { readSealStatus } from "../../../../application/transparency/readSealStatus.ts";
import { EventLog } from "../../../../domain/event/EventLog.ts";
import { SealedTree } from "../../../../domain/transparency/SealedTree.ts";
import { LiveConnections } from "../../live/LiveConnections.ts";
import { json, noStore } from "../response/HttpResponse.ts";
import type { Route } from "./Route.ts";

const readinessTimeout = "2 seconds";

const unavailable = (more: Readonly<Record<string, unknown>>) =>
  json(503, { status: "unavailable", ...more }, { ...noStore, "retry-after": "1" });

/** The number of failed background jobs; absent while there are none. */
const jobDeaths = Effect.map(BackgroundJobs, ({ counts }) =>
  Object.keys(counts).length === 0 ? {} : { jobDeaths: counts }
);

/** How far sealing of the log is behind; absent where nothing seals, and if the database does not respond. */
const sealing = Effect.flatMap(
  Effect.serviceOption(SealedTree),
  Option.match({
    onNone: () => Effect.succeed({}),
    onSome: (tree) =>
      readSealStatus.pipe(
        Effect.provideService(SealedTree, tree),
        Effect.timeout(readinessTimeout),
        Effect.map((log) => ({ log })),
        Effect.orElseSucceed(() => ({}))
      )
  })
);

/** How far each witness and anchor is behind; absent where there are none, and if the database does not respond. */
const publishing = Effect.gen(function* () {
  const read = yield* Effect.serviceOption(PublicationStatus);
  if (Option.isNone(read)) return {};
  const publications = yield* read.value;
  return publications.length === 0
    ? {}
    : { publications: publications.map(({ kind, lagEvents, name, state }) => ({ kind, name, state, lagEvents })) };
}).pipe(
  Effect.timeout(readinessTimeout),
  Effect.orElseSucceed(() => ({}))
);

/** What is open for subscriptions; absent where nothing accepts them. */
const live = Effect.map(
  Effect.serviceOption(LiveConnections),
  Option.match({ onNone: () => ({}), onSome: ({ counts }) => ({ live: counts }) })
);

/** Which process answers, so that `tidemark doctor` can compare it with its own environment; absent in an embedded service. */
const identity = Effect.map(
  Effect.serviceOption(ThisProcess),
  Option.match({
    onNone: () => ({}),
    onSome: ({ identity: { id, version } }) => ({ version, process: id })
  })
);

const readiness = Effect.gen(function* () {
  const deaths = yield* jobDeaths;
  const readModels = yield* Effect.serviceOption(ReadModels);
  const reason = Option.isSome(readModels) ? yield* readModels.value.problem : null;
  if (reason !== null) return unavailable({ reason, ...(yield* identity), ...deaths });
  const log = yield* EventLog;
  const position = yield* Effect.option(Effect.timeout(log.head, readinessTimeout));
  return Option.isNone(position)
    ? unavailable(deaths)
    : json(
        200,
        {
          status: "ready",
          position: position.value,
          ...(yield* identity),
          ...(yield* sealing),
          ...(yield* publishing),
          ...(yield* live),
          ...deaths
        },
        noStore
      );
});

/** Serves liveness and readiness: a process is ready when the log is available and this version can read it. */
export const healthRoutes: ReadonlyArray<Route<EventLog>> = [
  {
    methods: ["GET", "HEAD"],
    path: "/health",
    origins: "same",
    handle: () => Effect.succeed(json(200, { status: "ok" }, noStore))
  },
  {
    methods: ["GET", "HEAD"],
    path: "/ready",
    origins: "same",
    whenStopping: json(503, { status: "stopping" }, noStore),
    handle: () => readiness
  }
];
