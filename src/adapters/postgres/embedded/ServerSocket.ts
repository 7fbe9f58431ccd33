import { chown, mkdtemp, rm } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type * as Scope from "effect/Scope";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import type { Cluster } from "./initializeCluster.ts";

export interface ServerSocket {
  /** The folder that clients name as host. */
  readonly host: string;
  /** The same folder as the server names it. */
  readonly directory: string;
}

export const port = 5432;

const maxSocketPath = 107;

export const socketPath = (host: string): string => join(host, `.s.PGSQL.${port}`);

/** Some file systems (shared folders of virtual machines) hold files but no sockets. */
const supportsSockets = (folder: string): Effect.Effect<boolean> =>
  Effect.async((resume) => {
    const server = createServer();
    server.once("error", () => resume(Effect.succeed(false)));
    server.listen(join(folder, ".s.probe"), () => server.close(() => resume(Effect.succeed(true))));
  });

const isUsable = (folder: string): Effect.Effect<boolean> =>
  Buffer.byteLength(socketPath(folder)) > maxSocketPath ? Effect.succeed(false) : supportsSockets(folder);

const temporaryFolder = (parent: string, { user }: Cluster): Effect.Effect<string, unknown, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise(async () => {
      const folder = await mkdtemp(join(parent, "tidemark-"));
      if (Option.isSome(user)) await chown(folder, user.value.uid, user.value.gid);
      return folder;
    }),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  ).pipe(Effect.filterOrFail((folder) => Buffer.byteLength(socketPath(folder)) <= maxSocketPath));

const noSocketFolder = (cluster: Cluster): EmbeddedPostgresError =>
  new EmbeddedPostgresError({
    reason: "FolderUnusable",
    message: `Neither ${cluster.folder} nor ${tmpdir()} can hold the database's socket: set DATA_DIR to a shorter path on a local disk`
  });

/**
 * Where the server listens: in the cluster's own folder (mode 0700, so whoever reaches the socket may read the files too),
 * or, when that path is too long for a socket, in a 0700 folder under the system's temporary one.
 */
export const serverSocket = (cluster: Cluster): Effect.Effect<ServerSocket, EmbeddedPostgresError, Scope.Scope> =>
  Effect.gen(function* () {
    if (yield* isUsable(cluster.folder)) return { host: cluster.folder, directory: "." };
    const folder = yield* Effect.orElse(temporaryFolder(tmpdir(), cluster), () => temporaryFolder("/tmp", cluster));
    return { host: folder, directory: folder };
  }).pipe(Effect.mapError(() => noSocketFolder(cluster)));

/** Whether a server accepts connections at `host`. */
export const acceptsConnections = (host: string): Effect.Effect<boolean> =>
  Effect.async((resume) => {
    const socket = createConnection(socketPath(host));
    socket.once("error", () => resume(Effect.succeed(false)));
    socket.once("connect", () => {
      socket.destroy();
      resume(Effect.succeed(true));
    });
  });
