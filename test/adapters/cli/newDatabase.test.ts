import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { assert, expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { announceInstance } from "../../../src/main/instances/RunningInstance.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { tidemark, tidemarkIn } from "./tidemark.ts";

it.scopedLive("reports once that it created a new database, but not with --json", () =>
  Effect.gen(function* () {
    const DATA_DIR = yield* temporaryFolder;
    const first = yield* tidemark({ DATA_DIR }, "setup-token");
    expect(first.code).toBe(0);
    expect(first.stderr).toBe(
      `Created a new database in ${DATA_DIR}. To use an existing instance, set DATA_DIR or DATABASE_URL.\n`
    );
    expect(first.stdout).toMatch(/^setup_/);
    expect(yield* tidemark({ DATA_DIR }, "clients", "list")).toMatchObject({ code: 0, stderr: "" });
    const other = yield* temporaryFolder;
    expect(yield* tidemark({ DATA_DIR: other }, "clients", "list", "--json")).toMatchObject({ code: 0, stderr: "" });
  })
);

it.scopedLive.each(["list", "show 1", "export", "verify", "prove 1", "archive", "erase did:web:example.com --yes"])(
  "audit %s creates no database",
  (words) =>
    Effect.gen(function* () {
      const DATA_DIR = yield* temporaryFolder;
      const { code, stderr, stdout } = yield* tidemark({ DATA_DIR }, "audit", ...words.split(" "));
      assert.deepStrictEqual({ code, stdout }, { code: 3, stdout: "" });
      assert.strictEqual(
        stderr,
        `tidemark: There is no database in ${DATA_DIR}: set DATA_DIR to the folder of the instance, or DATABASE_URL to its database\n`
      );
      assert.isFalse(existsSync(join(DATA_DIR, "postgres")));
    })
);

it.scopedLive("creates no database beside an instance that runs, unless the folder is named", () =>
  Effect.gen(function* () {
    const cwd = yield* temporaryFolder;
    const other = join(cwd, "data", "demo", "service");
    yield* Effect.promise(() => mkdir(other, { recursive: true }));
    yield* announceInstance(other, { url: "http://127.0.0.1:8081", embedded: true });
    for (const words of [["clients", "list"], ["clients", "list", "--json"], ["migrate"]]) {
      const refused = yield* tidemarkIn(cwd, {}, ...words);
      assert.strictEqual(refused.code, 3, words.join(" "));
      assert.include(
        `${refused.stdout}${refused.stderr}`,
        `There is no database in ${join(cwd, "data")}, and an instance is running elsewhere: for the one at http://127.0.0.1:8081, export DATA_DIR=${other}; for a new database in this folder, export DATA_DIR=./data`
      );
    }
    assert.isFalse(existsSync(join(cwd, "data", "postgres")));
    assert.strictEqual((yield* tidemarkIn(cwd, { DATA_DIR: "./data" }, "clients", "list")).code, 0);
  })
);
