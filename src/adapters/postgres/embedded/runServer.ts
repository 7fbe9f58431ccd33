import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Runtime from "effect/Runtime";
import type * as Scope from "effect/Scope";
import { clusterAccess } from "./clusterAccess.ts";
import type { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import type { Cluster } from "./initializeCluster.ts";
import type { ServerSocket } from "./ServerSocket.ts";
import { serverFailure } from "./serverFailure.ts";
import { serverSettings } from "./serverSettings.ts";

export interface ServerStart {
  readonly cluster: Cluster;
  readonly socket: ServerSocket;
  readonly settings: Readonly<Record<string, string>>;
}

/** Completes when the server has ended, for any reason. */
type ServerEnd = Effect.Effect<void>;

const readyLine = "database system is ready to accept connections";
const maxOutputLines = 40;

/** The server has its own session, so that Ctrl-C in the terminal does not reach it before this process. */
const spawnServer = ({ cluster, settings, socket }: ServerStart): ChildProcess => {
  const { dataFlag, environment, folder, user } = clusterAccess(cluster.folder, cluster.binaries, cluster.user);
  const options = serverSettings({ ...settings, unix_socket_directories: socket.directory });
  return spawn(join(cluster.binaries.bin, "postgres"), ["-D", dataFlag, ...options], {
    cwd: folder,
    env: { ...environment },
    ...user,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"]
  });
};

const stop = (child: ChildProcess, ended: ServerEnd): Effect.Effect<void> => {
  const stopBy = (signal: NodeJS.Signals, timeout: `${number} seconds`) =>
    Effect.sync(() => child.kill(signal)).pipe(Effect.zipRight(Effect.timeout(Effect.interruptible(ended), timeout)));
  return stopBy("SIGINT", "15 seconds").pipe(
    Effect.orElse(() => stopBy("SIGQUIT", "10 seconds")),
    Effect.orElse(() => Effect.sync(() => child.kill("SIGKILL")))
  );
};

/** Runs the server until the scope closes. It succeeds when the server accepts connections, and fails if it ends before. */
export const runServer = (start: ServerStart): Effect.Effect<ServerEnd, EmbeddedPostgresError, Scope.Scope> =>
  Effect.gen(function* () {
    const runFork = Runtime.runFork(yield* Effect.runtime<never>());
    const ready = yield* Deferred.make<void, EmbeddedPostgresError>();
    const ended = yield* Deferred.make<void>();
    const lines: Array<string> = [];
    const onEnd = (detail: string) => {
      const output = [...lines, detail].join("\n");
      Deferred.unsafeDone(ready, Effect.fail(serverFailure(start.cluster.folder, output)));
      Deferred.unsafeDone(ended, Effect.void);
    };
    const onLine = (line: string) => {
      lines.push(line);
      if (lines.length > maxOutputLines) lines.shift();
      if (line.includes(readyLine)) Deferred.unsafeDone(ready, Effect.void);
      runFork(Effect.logDebug(line));
    };
    const child = spawnServer(start);
    if (child.stderr) createInterface(child.stderr).on("line", onLine);
    child.once("error", (cause) => onEnd(cause.message));
    child.once("close", (code, signal) => onEnd(code === 0 ? "" : `it ended with ${signal ?? `code ${code}`}`));
    yield* Effect.addFinalizer(() => stop(child, Deferred.await(ended)));
    yield* Deferred.await(ready);
    return Deferred.await(ended);
  });
