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

/** The server and its backends: all of them, and nobody else, run `postgres` inside the cluster's folder. */
const serversIn = (folder: string): Effect.Effect<ReadonlyArray<number>> =>
  Effect.promise(async () => {
    const place = await stat(folder);
    const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
    const found = await Promise.all(pids.map((pid) => isServerIn(pid, place).catch(() => false)));
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
    message: `A PostgreSQL (pid ${pids.join(", ")}) still runs in ${folder} and does not stop: end it, then start again`
  });

const exists = (pid: number): Effect.Effect<boolean> =>
  Effect.try(() => process.kill(pid, 0)).pipe(
    Effect.as(true),
    Effect.catchAll(({ error }) => Effect.succeed(errnoOf(error) === "EPERM"))
  );

/**
 * No server runs here any more. If its number exists all the same (as a zombie nobody has waited for, or given to another
 * process), the next server would take that for a living postmaster and refuse to start.
 */
const discardLockFiles = (folder: string, { pid }: PostmasterFile): Effect.Effect<void> => {
  const remove = (name: string) => Effect.promise(() => rm(join(folder, name), { force: true }));
  const files = Effect.forEach(["postmaster.pid", `.s.PGSQL.${port}.lock`], remove, { discard: true });
  return Effect.flatMap(exists(pid), (taken) => (taken ? files : Effect.void));
};

const stop = (
  folder: string,
  { pid }: PostmasterFile,
  left: ReadonlyArray<number>
): Effect.Effect<void, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    yield* Effect.logInfo(`Stopping the PostgreSQL (pid ${pid}) that a killed process left behind`);
    const postmaster = left.filter((each) => each === pid);
    yield* signal(postmaster, "SIGINT");
    if (yield* gone(folder, "10 seconds")) return;
    yield* signal(yield* serversIn(folder), "SIGQUIT");
    if (yield* gone(folder, "5 seconds")) return;
    return yield* stillRunning(folder, yield* serversIn(folder));
  });

/** Stops the server that a killed process of ours left behind in the cluster's `folder`, and waits until its backends are gone. */
export const stopOrphan = (folder: string): Effect.Effect<void, EmbeddedPostgresError> =>
  Effect.gen(function* () {
    const file = yield* readPostmasterFile(folder);
    if (Option.isNone(file)) return;
    const left = yield* serversIn(folder);
    if (left.length > 0) yield* stop(folder, file.value, left);
    yield* discardLockFiles(folder, file.value);
  });
