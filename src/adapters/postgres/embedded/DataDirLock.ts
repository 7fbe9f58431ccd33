import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import * as Schema from "effect/Schema";
import type * as Scope from "effect/Scope";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { errnoOf, fileOperation } from "./fileOperation.ts";
import { processNamespace, startedAt } from "./processIdentity.ts";

/** Why the folder is locked. A service holds the lock until it stops. A command holds it for seconds, so others wait. */
export type Purpose = "service" | "command";

const Holder = Schema.parseJson(
  Schema.Struct({
    pid: Schema.Int,
    started: Schema.String,
    space: Schema.String,
    purpose: Schema.Literal("service", "command")
  })
);
type Holder = typeof Holder.Type;

interface LockRequest {
  readonly dataDir: string;
  readonly purpose: Purpose;
  /** Whether the server of the holder responds. It decides if the holder runs in another container, where it is invisible. */
  readonly acceptsConnections: Effect.Effect<boolean>;
}

class LockHeld extends Data.TaggedError("LockHeld")<{ readonly holder: Holder }> {}

const lockContent = (purpose: Purpose): Effect.Effect<string> =>
  Effect.gen(function* () {
    const started = Option.getOrElse(yield* startedAt(process.pid), () => "");
    return JSON.stringify({ pid: process.pid, started, space: yield* processNamespace, purpose });
  });

const isAlive = (holder: Holder, acceptsConnections: Effect.Effect<boolean>): Effect.Effect<boolean> =>
  Effect.flatMap(processNamespace, (space) =>
    holder.space === space ? Effect.map(startedAt(holder.pid), Option.contains(holder.started)) : acceptsConnections
  );

const readLock = (path: string): Effect.Effect<Option.Option<string>> =>
  Effect.option(Effect.tryPromise(() => readFile(path, "utf8")));

/** Creates the lock as a link, which appears with its full content and never replaces another one. A process may try it twice at a time. */
const createLock = (path: string, content: string): Effect.Effect<boolean, EmbeddedPostgresError> => {
  const draft = `${path}.${randomUUID()}`;
  return fileOperation(path, async () => {
    await writeFile(draft, content);
    return link(draft, path)
      .then(() => true)
      .catch((cause) => (errnoOf(cause) === "EEXIST" ? false : Promise.reject(cause)))
      .finally(() => rm(draft, { force: true }));
  });
};

/** Removes the lock of a dead process. If another process has replaced it meanwhile, that lock is restored. */
const removeStale = (path: string, stale: string): Effect.Effect<void, EmbeddedPostgresError> => {
  const aside = `${path}.stale.${randomUUID()}`;
  return fileOperation(path, async () => {
    await rename(path, aside).catch((cause) => (errnoOf(cause) === "ENOENT" ? undefined : Promise.reject(cause)));
    const moved = await readFile(aside, "utf8").catch(() => stale);
    if (moved !== stale) await link(aside, path);
    await rm(aside, { force: true });
  });
};

const acquireLock = (path: string, request: LockRequest): Effect.Effect<string, EmbeddedPostgresError | LockHeld> =>
  Effect.gen(function* () {
    const content = yield* lockContent(request.purpose);
    if (yield* createLock(path, content)) return content;
    const found = yield* readLock(path);
    if (Option.isSome(found)) {
      const holder = Schema.decodeOption(Holder)(found.value);
      if (Option.isSome(holder) && (yield* isAlive(holder.value, request.acceptsConnections)))
        return yield* new LockHeld({ holder: holder.value });
      yield* removeStale(path, found.value);
    }
    return yield* acquireLock(path, request);
  });

const inUse = (dataDir: string, { pid, purpose }: Holder): EmbeddedPostgresError =>
  new EmbeddedPostgresError({
    reason: "FolderInUse",
    message: `Another Tidemark ${purpose} (pid ${pid}) is using ${dataDir}: stop it first, or set DATA_DIR to another folder`
  });

/** Holds `<dataDir>/service.lock` until the scope closes. It replaces the lock of a dead process. Fails with FolderInUse. */
export const lockDataDir = (request: LockRequest): Effect.Effect<void, EmbeddedPostgresError, Scope.Scope> => {
  const path = join(request.dataDir, "service.lock");
  const release = (content: string) =>
    Effect.flatMap(readLock(path), (found) =>
      Option.contains(found, content) ? Effect.promise(() => rm(path, { force: true })) : Effect.void
    );
  return Effect.acquireRelease(acquireLock(path, request), release).pipe(
    Effect.retry({
      while: (error) => error._tag === "LockHeld" && error.holder.purpose === "command",
      schedule: Schedule.spaced("50 millis").pipe(Schedule.upTo("30 seconds"))
    }),
    Effect.catchTag("LockHeld", ({ holder }) => Effect.fail(inUse(request.dataDir, holder))),
    Effect.asVoid
  );
};
