import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import {
  clusterFolder,
  connectionTo,
  EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbedded
} from "./EmbeddedPostgres.ts";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { readPostmasterFile } from "./postmasterFile.ts";
import { acceptsConnections } from "./ServerSocket.ts";

const notReady = (dataDir: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError({
    reason: "StartFailed",
    message: `The database of the Tidemark that is using ${dataDir} did not become ready within 30 s: read its log, then try again`
  });

/** Connects to the server of a running service, which may be starting at this moment. */
const attach = (dataDir: string): Effect.Effect<EmbeddedPostgres["Type"], EmbeddedPostgresError> =>
  Effect.gen(function* () {
    const server = yield* Effect.flatten(readPostmasterFile(clusterFolder(dataDir)));
    return server.ready && (yield* acceptsConnections(server.host)) ? connectionTo(server.host) : yield* Option.none();
  }).pipe(
    Effect.retry(Schedule.spaced("50 millis").pipe(Schedule.upTo("30 seconds"))),
    Effect.mapError(() => notReady(dataDir))
  );

/** The database that another process of this machine runs. */
export const attached = (dataDir: string): Layer.Layer<EmbeddedPostgres, EmbeddedPostgresError> =>
  Layer.effect(EmbeddedPostgres, attach(dataDir));

/** The database for a command: that of the service on the folder if one is running, otherwise one that the scope stops. */
export const attachOrStart = (options: EmbeddedPostgresOptions): Layer.Layer<EmbeddedPostgres, EmbeddedPostgresError> =>
  Layer.scoped(
    EmbeddedPostgres,
    startEmbedded(options, "command").pipe(
      Effect.catchIf(
        ({ reason }) => reason === "FolderInUse",
        () => attach(options.dataDir)
      )
    )
  );
