import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import type * as Scope from "effect/Scope";
import manifest from "../../../package.json" with { type: "json" };
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import type { ReadDocuments } from "../../adapters/graphql/persisted/readPersisted.ts";
import { forkSupervised } from "../../application/background/supervise.ts";
import { FollowedClock } from "../../application/instance/FollowedClock.ts";
import { correctClock, followDatabaseClock } from "../../application/instance/followDatabaseClock.ts";
import type { InstanceSettings } from "../../application/instance/InstanceSettings.ts";
import { type DatabaseUse, wholeDatabase } from "../storage.ts";
import { instanceSettingsLayer } from "./instanceSettings.ts";
import { logging } from "./logging.ts";
import { readPersistedDocuments } from "./persistedDocuments.ts";
import { catchProcessFaults } from "./processFaults.ts";
import { remoteServices, service } from "./service.ts";
import { withTracing } from "./tracing.ts";

/** What runs with the services of a process, for the scope. */
type Work<A, E> = (
  persisted: ReadDocuments
) => Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof service>> | InstanceSettings | Scope.Scope>;

/** Runs work with all services of a process. An unhandled error of the process fails it, and ends it in order. */
export const runWithService = Effect.fnUntraced(function* <A, E>(
  configuration: Configuration,
  work: Work<A, E>,
  use: DatabaseUse = wholeDatabase
) {
  const logs = logging(configuration);
  const faults = yield* Effect.provide(catchProcessFaults, logs);
  const persisted = yield* readPersistedDocuments(configuration);
  const clock = new FollowedClock();
  const correct = configuration.followDatabaseClock
    ? Effect.zipRight(
        Effect.ignore(correctClock(clock)),
        forkSupervised("follow the clock of the database")(followDatabaseClock(clock))
      )
    : Effect.void;
  return yield* Effect.zipRight(correct, work(persisted)).pipe(
    // The server closes before the services that its requests use.
    Effect.scoped,
    Effect.provide(service(configuration, persisted, remoteServices(configuration), use)),
    Effect.provide(instanceSettingsLayer(manifest.version, configuration, process.env)),
    withTracing(configuration),
    Effect.raceFirst(faults),
    Effect.provide(logs),
    Effect.withClock(clock)
  );
});
