import { chown, mkdtemp, rm } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type * as Scope from "effect/Scope";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import type { Cluster } from "./initializeCluster.ts";

/** The folder of a server's socket. */
export interface ServerSocket {
  /** The path for clients, which they name as host. */
  readonly host: string;
  /** The path for the server. */
  readonly directory: string;
}

export const port = 5432;

const maxSocketPath = 107;

/** Returns the path of the socket in a folder. */
const socketPath = (host: string): string => join(host, `.s.PGSQL.${port}`);

/** Some file systems, such as shared folders of virtual machines, support files but no sockets. */
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
 * Returns the folder in which the server listens. It is the folder of the data, whose mode is 0700. If that path is too long
 * for a socket or does not support sockets, it is a temporary folder with the same mode.
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
