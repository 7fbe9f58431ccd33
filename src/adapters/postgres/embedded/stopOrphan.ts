import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { errnoOf } from "./fileOperation.ts";
import { type PostmasterFile, readPostmasterFile } from "./postmasterFile.ts";
import { port } from "./ServerSocket.ts";

const isServerIn = async (pid: number, folder: { readonly dev: number; readonly ino: number }): Promise<boolean> => {
  const command = await readFile(`/proc/${pid}/comm`, "utf8");
  const { dev, ino } = await stat(`/proc/${pid}/cwd`);
  return command.trim() === "postgres" && dev === folder.dev && ino === folder.ino;
};

/** The server and its backends. They are exactly the `postgres` processes whose current folder is that of the cluster. */
const serversIn = (folder: string): Effect.Effect<ReadonlyArray<number>> =>
  Effect.promise(async () => {
    const identity = await stat(folder);
    const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
    const found = await Promise.all(pids.map((pid) => isServerIn(pid, identity).catch(() => false)));
    return pids.filter((_, index) => found[index]);
  });

const signal = (pids: ReadonlyArray<number>, name: NodeJS.Signals): Effect.Effect<void> =>
  Effect.forEach(pids, (pid) => Effect.ignore(Effect.try(() => process.kill(pid, name))), { discard: true });

const gone = (folder: string, within: string & `${number} seconds`): Effect.Effect<boolean> =>
  Effect.map(serversIn(folder), (pids) => pids.length === 0).pipe(
    Effect.filterOrFail((empty) => empty),
    Effect.retry(Schedule.spaced("20 millis").pipe(Schedule.upTo(within))),
    Effect.isSuccess
  );

const stillRunning = (folder: string, pids: ReadonlyArray<number>): EmbeddedPostgresError =>
  new EmbeddedPostgresError({
    reason: "StartFailed",
    message: `A PostgreSQL server (pid ${pids.join(", ")}) is running in ${folder} and does not stop: end it, then start again`
  });

const exists = (pid: number): Effect.Effect<boolean> =>
  Effect.try(() => process.kill(pid, 0)).pipe(
    Effect.as(true),
    Effect.catchAll(({ error }) => Effect.succeed(errnoOf(error) === "EPERM"))
  );

/**
 * Removes the lock files of a server that no longer runs, if a process has its id: a zombie, or an unrelated process. The next
 * server would take that process for a running server and refuse to start.
 */
const discardLockFiles = (folder: string, { pid }: PostmasterFile): Effect.Effect<void> => {
  const remove = (name: string) => Effect.promise(() => rm(join(folder, name), { force: true }));
  const files = Effect.forEach(["postmaster.pid", `.s.PGSQL.${port}.lock`], remove, { discard: true });
  return Effect.flatMap(exists(pid), (taken) => (taken ? files : Effect.void));
};

const stop = (
  folder: string,
  { pid }: PostmasterFile,
  running: ReadonlyArray<number>
): Effect.Effect<void, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    yield* Effect.logInfo(`Stopping the PostgreSQL server (pid ${pid}) that a killed process left running`);
    const postmaster = running.filter((each) => each === pid);
    yield* signal(postmaster, "SIGINT");
    if (yield* gone(folder, "10 seconds")) return;
    yield* signal(yield* serversIn(folder), "SIGQUIT");
    if (yield* gone(folder, "5 seconds")) return;
    return yield* stillRunning(folder, yield* serversIn(folder));
  });

/** Stops the server that a killed process left running in the cluster's `folder`, and waits for its backends to end. */
export const stopOrphan = (folder: string): Effect.Effect<void, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    const file = yield* readPostmasterFile(folder);
    if (Option.isNone(file)) return;
    const running = yield* serversIn(folder);
    if (running.length > 0) yield* stop(folder, file.value, running);
    yield* discardLockFiles(folder, file.value);
  });
