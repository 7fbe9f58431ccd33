import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import * as Context from "effect/Context";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as Schedule from "effect/Schedule";
import type * as Scope from "effect/Scope";
import { forkSupervised } from "../../../application/background/supervise.ts";
import { lockDataDir, type Purpose } from "./DataDirLock.ts";
import type { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { fileOperation } from "./fileOperation.ts";
import { type Cluster, initializeCluster } from "./initializeCluster.ts";
import { prepareBinaries } from "./prepareBinaries.ts";
import { runServer, type ServerStart } from "./runServer.ts";
import { acceptsConnections, port, serverSocket } from "./ServerSocket.ts";
import { serverUser } from "./ServerUser.ts";
import { stopOrphan } from "./stopOrphan.ts";
import { archiveSettings, prepareArchive } from "./walArchive.ts";

export interface Connection {
  /** The folder of the server's socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** The PostgreSQL server that comes with this service, and how to connect to it. */
export class EmbeddedPostgres extends Context.Tag("tidemark/EmbeddedPostgres")<
  EmbeddedPostgres,
  { readonly connection: Connection; readonly url: Redacted.Redacted }
>() {}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Where the server archives its write-ahead log; null or left out for nowhere. */
  readonly walArchive?: string | null;
  /** Server settings that are added to the default ones, or replace them. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Returns the folder of the server's data. */
export const clusterFolder = (dataDir: string): string => resolve(dataDir, "postgres");

/** Returns the connection to the server whose socket is in a folder. */
export const connectionTo = (host: string): EmbeddedPostgres["Type"] => {
  const connection = { host, port, user: "postgres", database: "postgres" };
  const query = new URLSearchParams({ host, user: connection.user });
  return { connection, url: Redacted.make(`postgresql:///${connection.database}?${query}`) };
};

const prepare = (
  { dataDir, walArchive = null }: EmbeddedPostgresOptions,
  purpose: Purpose
): Effect.Effect<Cluster, EmbeddedPostgresError, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = clusterFolder(dataDir);
    yield* fileOperation(dataDir, () => mkdir(dataDir, { recursive: true }));
    yield* lockDataDir({ dataDir, purpose, acceptsConnections: acceptsConnections(folder) });
    const user = yield* serverUser(folder);
    const cluster = { folder, user, binaries: yield* prepareBinaries(user, dataDir) };
    yield* initializeCluster(cluster);
    yield* prepareArchive(walArchive, user);
    return cluster;
  });

/** Runs the server until the scope closes. It fails if the first start does. A server that ends later is restarted. */
const superviseServer = (start: ServerStart): Effect.Effect<void, EmbeddedPostgresError, Scope.Scope> =>
  Effect.gen(function* () {
    const up = yield* Deferred.make<void, EmbeddedPostgresError>();
    const once = Effect.gen(function* () {
      yield* stopOrphan(start.cluster.folder);
      const ended = yield* runServer(start);
      yield* Deferred.succeed(up, undefined);
      yield* ended;
      yield* Effect.logError("The embedded PostgreSQL ended unexpectedly; restarting it");
    });
    yield* Effect.scoped(once).pipe(
      Effect.tapErrorCause((cause) => Deferred.failCause(up, cause)),
      Effect.catchAll(({ message }) => Effect.logError(message)),
      Effect.repeat(Schedule.spaced("500 millis")),
      forkSupervised("keep the embedded PostgreSQL running")
    );
    yield* Deferred.await(up);
  });

/** Runs the server on the data in `dataDir` until the scope closes. */
export const startEmbedded = (
  options: EmbeddedPostgresOptions,
  purpose: Purpose
): Effect.Effect<EmbeddedPostgres["Type"], EmbeddedPostgresError, Scope.Scope> =>
  Effect.gen(function* () {
    const cluster = yield* prepare(options, purpose);
    const socket = yield* serverSocket(cluster);
    const settings = { ...archiveSettings(options.walArchive ?? null), ...options.settings };
    yield* superviseServer({ cluster, socket, settings });
    return connectionTo(socket.host);
  });

/** The database of a service. The first start creates it, no other process can use its folder, and the scope stops it. */
export const layer = (options: EmbeddedPostgresOptions): Layer.Layer<EmbeddedPostgres, EmbeddedPostgresError> =>
  Layer.scoped(EmbeddedPostgres, startEmbedded(options, "service"));
