import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { lockDataDir } from "../../../../src/adapters/postgres/embedded/DataDirLock.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const hold = (dataDir: string, acceptsConnections = false) =>
  lockDataDir({ dataDir, purpose: "service", acceptsConnections: Effect.succeed(acceptsConnections) });

/** The lock as this process would write it, with changes. */
const leave = (dataDir: string, change: object) =>
  Effect.gen(function* () {
    const path = join(dataDir, "service.lock");
    const own = yield* Effect.scoped(
      Effect.zipRight(
        hold(dataDir),
        Effect.promise(() => readFile(path, "utf8"))
      )
    );
    yield* Effect.promise(() => writeFile(path, JSON.stringify({ ...JSON.parse(own), ...change })));
  });

it.scopedLive("the lock is held by one process at a time, and its file is removed", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* hold(dataDir);
        expect(yield* Effect.flip(hold(dataDir))).toMatchObject({
          reason: "FolderInUse",
          message: expect.stringContaining(`pid ${process.pid}`)
        });
      })
    );
    yield* Effect.scoped(hold(dataDir));
    expect(yield* Effect.promise(() => readdir(dataDir))).toEqual([]);
  })
);

it.scopedLive("the lock of a dead process is replaced, even if another process has its id", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    yield* leave(dataDir, { pid: 2 ** 22 + 1 });
    yield* Effect.scoped(hold(dataDir));
    yield* leave(dataDir, { started: "1" });
    yield* Effect.scoped(hold(dataDir));
  })
);

it.scopedLive("a damaged lock is replaced", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    yield* Effect.promise(() => writeFile(join(dataDir, "service.lock"), ""));
    yield* hold(dataDir);
  })
);

it.scopedLive("the lock of another container is valid while the database of the folder responds", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    yield* leave(dataDir, { space: "elsewhere" });
    expect(yield* Effect.flip(hold(dataDir, true))).toMatchObject({ reason: "FolderInUse" });
    yield* hold(dataDir, false);
  })
);

it.scopedLive("exactly one of many processes that find a stale lock at once gets it", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    yield* leave(dataDir, { started: "1" });
    const racers = yield* Effect.all(
      Array.from({ length: 20 }, () => Effect.either(hold(dataDir))),
      {
        concurrency: "unbounded"
      }
    );
    expect(racers.filter(Either.isRight)).toHaveLength(1);
  })
);

it.scopedLive("commands of one process get the lock one after the other", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const held = Effect.scoped(lockDataDir({ dataDir, purpose: "command", acceptsConnections: Effect.succeed(true) }));
    yield* Effect.forEach(Array.from({ length: 16 }), () => held, { concurrency: "unbounded", discard: true });
    expect(yield* Effect.promise(() => readdir(dataDir))).toEqual([]);
  })
);
