import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { announceInstance, findRunningInstance } from "../../../src/main/instances/RunningInstance.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { tidemarkIn } from "./tidemark.ts";

const url = "http://127.0.0.1:8081";

const folderIn = (parent: string, ...names: ReadonlyArray<string>) =>
  Effect.tap(Effect.succeed(join(parent, ...names)), (folder) =>
    Effect.promise(() => mkdir(folder, { recursive: true }))
  );

it.scopedLive("names a database by its host, without the user and the password", () =>
  Effect.gen(function* () {
    const cwd = yield* temporaryFolder;
    const DATABASE_URL = "postgres://someone:hunter2@127.0.0.1:1/records";
    const { code, named } = yield* tidemarkIn(cwd, { DATABASE_URL }, "clients", "list");
    assert.deepStrictEqual({ code, named }, { code: 3, named: ["Instance: 127.0.0.1:1/records (DATABASE_URL)"] });
  })
);

it.scopedLive("names the folder of an embedded database, and the instances that run beside it", () =>
  Effect.gen(function* () {
    const cwd = yield* temporaryFolder;
    const other = yield* folderIn(cwd, "data", "demo", "service");
    yield* announceInstance(other, { url, embedded: true });
    const { named } = yield* tidemarkIn(cwd, {}, "audit", "list");
    assert.deepStrictEqual(named.slice(0, 2), [
      "Instance: data (embedded PostgreSQL; the service is not running)",
      `Another instance is running at ${url}. To work on that one: export DATA_DIR=${other}`
    ]);
    const chosen = yield* tidemarkIn(cwd, { DATA_DIR: other }, "audit", "list");
    assert.deepStrictEqual(chosen.named, [`Instance: data/demo/service (embedded PostgreSQL; running at ${url})`]);
    const forPrograms = yield* tidemarkIn(cwd, {}, "audit", "list", "--json");
    assert.deepStrictEqual(forPrograms.named, []);
  })
);

it.scopedLive("finds an instance while its process runs", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder;
    assert.isTrue(Option.isNone(yield* findRunningInstance(folder)));
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* announceInstance(folder, { url, embedded: true });
        const found = yield* findRunningInstance(folder);
        assert.strictEqual(Option.getOrThrow(found).url, url);
      })
    );
    assert.isTrue(Option.isNone(yield* findRunningInstance(folder)));
    const stale = { url, embedded: true, pid: process.pid, started: "1", space: "elsewhere" };
    yield* Effect.promise(() => writeFile(join(folder, "instance.json"), JSON.stringify(stale)));
    assert.isTrue(Option.isNone(yield* findRunningInstance(folder)));
  })
);
