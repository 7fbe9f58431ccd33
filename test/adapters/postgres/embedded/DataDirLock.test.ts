import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { lockDataDir } from "../../../../src/adapters/postgres/embedded/DataDirLock.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const hold = (dataDir: string, acceptsConnections = false) =>
  lockDataDir({ dataDir, purpose: "service", acceptsConnections: Effect.succeed(acceptsConnections) });

/** The lock as this process would write it, changed. */
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

it.scopedLive("is held by one at a time and leaves no file behind", () =>
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

it.scopedLive("is taken over from a dead process, also when its number lives on in another one", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    yield* leave(dataDir, { pid: 2 ** 22 + 1 });
    yield* Effect.scoped(hold(dataDir));
    yield* leave(dataDir, { started: "1" });
    yield* Effect.scoped(hold(dataDir));
  })
);

it.scopedLive("is taken over when its content is damaged", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    yield* Effect.promise(() => writeFile(join(dataDir, "service.lock"), ""));
    yield* hold(dataDir);
  })
);

it.scopedLive("of another container counts while the database of the folder answers", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    yield* leave(dataDir, { space: "elsewhere" });
    expect(yield* Effect.flip(hold(dataDir, true))).toMatchObject({ reason: "FolderInUse" });
    yield* hold(dataDir, false);
  })
);

it.scopedLive("goes to exactly one of many that find it stale at once", () =>
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
