import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { EmbeddedPostgres, layer } from "../../../../src/adapters/postgres/embedded/EmbeddedPostgres.ts";
import { readPostmasterFile } from "../../../../src/adapters/postgres/embedded/postmasterFile.ts";
import { silentLogger } from "../../../support/silentLogger.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { query } from "./query.ts";
import { serviceProcess } from "./ServiceProcess.ts";

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
/** In a folder that only root may enter, no other user can run the service. */
const canBeNobody = !isRoot || spawnSync(process.execPath, ["--version"], { uid: nobody }).error === undefined;

const run = (dataDir: string, statement: string) =>
  Effect.flatMap(EmbeddedPostgres, ({ url }) => query(url, statement)).pipe(
    Effect.provide(layer({ dataDir })),
    Effect.provide(silentLogger)
  );

const failure = (dataDir: string) =>
  Effect.flip(EmbeddedPostgres.pipe(Effect.provide(layer({ dataDir })), Effect.provide(silentLogger)));

it.scopedLive("starts on an empty folder, stores what is written, and leaves no process running", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    yield* run(dataDir, "create table kept (a int); insert into kept values (7)");
    expect(yield* Effect.promise(() => readdir(dataDir))).toEqual(["postgres"]);
    expect(yield* run(dataDir, "select a from kept")).toEqual([{ a: 7 }]);
    expect(yield* Effect.promise(() => readdir(join(dataDir, "postgres")))).not.toContain("postmaster.pid");
  })
);

it.scopedLive("listens on no network address, syncs every commit, and orders text by its bytes", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const rows = yield* run(
      dataDir,
      `select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
              array(select * from (values ('b'), ('ä'), ('B')) as t (c) order by c) as ordered, lower('Ä') as lowered`
    );
    expect(rows).toEqual([{ addresses: "", fsync: "on", ordered: ["B", "b", "ä"], lowered: "ä" }]);
  })
);

it.scopedLive("uses another folder for the socket if the path is too long", () =>
  Effect.gen(function* () {
    const dataDir = join(yield* temporaryFolder, "long".repeat(30));
    const host = yield* Effect.map(EmbeddedPostgres, ({ connection }) => connection.host).pipe(
      Effect.tap(Effect.flatMap(EmbeddedPostgres, ({ url }) => query(url, "select 1"))),
      Effect.provide(layer({ dataDir })),
      Effect.provide(silentLogger)
    );
    expect(host).not.toContain(dataDir);
    expect(yield* Effect.promise(() => readdir(host).catch(() => "removed"))).toBe("removed");
  })
);

it.scopedLive("restarts a server that was killed", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    yield* Effect.gen(function* () {
      const { url } = yield* EmbeddedPostgres;
      yield* query(url, "create table kept (a int)");
      const server = yield* Effect.flatten(readPostmasterFile(join(dataDir, "postgres")));
      process.kill(server.pid, "SIGKILL");
      const again = query(url, "select a from kept").pipe(
        Effect.retry(Schedule.spaced("50 millis").pipe(Schedule.upTo("10 seconds")))
      );
      expect(yield* again).toEqual([]);
    }).pipe(Effect.provide(layer({ dataDir })), Effect.provide(silentLogger));
  })
);

it.scopedLive.skipIf(!isRoot)("runs on data of root in a folder that no other user may enter", () =>
  Effect.gen(function* () {
    const closed = join(yield* temporaryFolder, "closed");
    yield* Effect.promise(() => mkdir(closed, { mode: 0o700 }));
    expect(yield* run(join(closed, "data"), "select 1 as one")).toEqual([{ one: 1 }]);
  })
);

it.scopedLive.skipIf(!canBeNobody)("fails with the folder that it may not write to", () =>
  Effect.gen(function* () {
    const dataDir = join(yield* temporaryFolder, "data");
    yield* Effect.promise(() => mkdir(dataDir, { mode: 0o555 }));
    const { said } = yield* serviceProcess("service", dataDir, isRoot ? nobody : undefined);
    expect(said).toEqual({
      reason: "FolderNotWritable",
      message: expect.stringMatching(/^Cannot write to .+DATA_DIR/)
    });
  })
);

it.scopedLive("refuses data of another major version, and a folder with other files", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    const version = join(dataDir, "postgres", "PG_VERSION");
    yield* Effect.promise(() => mkdir(join(dataDir, "postgres")));
    yield* Effect.promise(() => writeFile(version, "16\n"));
    expect(yield* failure(dataDir)).toMatchObject({
      reason: "OtherVersion",
      message: expect.stringContaining("PostgreSQL 16")
    });
    yield* Effect.promise(() => rm(version).then(() => writeFile(join(dataDir, "postgres", "notes"), "")));
    expect(yield* failure(dataDir)).toMatchObject({ reason: "FolderUnusable" });
  })
);

it.scopedLive("fails with the server's message about damaged data", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder;
    yield* run(dataDir, "select 1");
    const control = join(dataDir, "postgres", "global", "pg_control");
    const size = (yield* Effect.promise(() => readFile(control))).length;
    yield* Effect.promise(() => writeFile(control, Buffer.alloc(size)));
    const { message, reason } = yield* failure(dataDir);
    expect(reason).toBe("StartFailed");
    expect(message).toMatch(/^The embedded PostgreSQL does not start on .+incompatible/);
    expect(message).not.toContain("\n");
  })
);
