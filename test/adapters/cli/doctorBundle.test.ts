import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { describedSettings } from "../../../src/adapters/configuration/describedSettings.ts";
import { settingsOfBundle } from "../../../src/adapters/configuration/settingsOfBundle.ts";
import { readTar } from "../../support/readTar.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { tidemarkIn } from "./tidemark.ts";

const did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz";
const password = "password-of-the-database";

describe("tidemark doctor --bundle", () => {
  it("shows no value of a setting that is secret, and only those of settings that exist", () => {
    const names = new Map(describedSettings.map(({ name, secret = false }) => [name, secret]));
    for (const name of settingsOfBundle) assert.isFalse(names.get(name), name);
  });

  it.scopedLive(
    "says what is missing without a database and a service, and replaces no file",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder;
        yield* Effect.promise(() => mkdir(join(folder, "data")));
        yield* Effect.promise(() => writeFile(join(folder, "log"), `one line\nthe account ${did} from 203.0.113.77\n`));
        const environment = {
          DATABASE_URL: `postgres://tidemark:${password}@127.0.0.1:1/tidemark`,
          DATA_DIR: join(folder, "data"),
          ADMIN_DIDS: did,
          PLC_DIRECTORY_URL: "http://127.0.0.1:1",
          PORT: "1",
          METRICS_PORT: "1",
          QUERY_DEPTH_LIMIT: "7"
        };
        const run = (...args: ReadonlyArray<string>) =>
          tidemarkIn(folder, environment, "doctor", "--bundle", "--output", "support.tar.gz", ...args);
        const { code, stdout } = yield* run("--log", "log");
        assert.strictEqual(code, 0);
        for (const name of ["health.json", "log.json", "migrations.json", "tables.json", "metrics.txt"])
          assert.match(stdout, new RegExp(`^  ${name.replace(".", "\\.")} +missing: \\S`, "m"));
        for (const name of ["versions.json", "settings.json", "doctor.json", "service.log"])
          assert.notMatch(stdout, new RegExp(`^  ${name.replace(".", "\\.")} +missing`, "m"));
        const archive = join(folder, "support.tar.gz");
        const before = yield* Effect.promise(() => readFile(archive));
        assert.strictEqual((yield* Effect.promise(() => stat(archive))).mode & 0o777, 0o600);
        const files = readTar(gunzipSync(before));
        assert.include(files.get("README.txt"), "missing:");
        assert.strictEqual(files.get("service.log"), "one line\nthe account <did> from <ip>\n");
        const settings = JSON.parse(files.get("settings.json") ?? "");
        assert.deepStrictEqual(settings.ADMIN_DIDS, { isSet: true });
        assert.deepStrictEqual(settings.QUERY_DEPTH_LIMIT, { isSet: true, value: 7 });
        const all = [...files.values(), stdout].join("\n");
        for (const value of [did, password, "127.0.0.1", "203.0.113.77"]) assert.notInclude(all, value);
        const again = yield* run();
        assert.strictEqual(again.code, 2);
        assert.include(again.stderr, "support.tar.gz exists already: name another file, or remove it");
        assert.isTrue((yield* Effect.promise(() => readFile(archive))).equals(before));
      }),
    60_000
  );

  it.scopedLive("refuses --output and --log without --bundle", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder;
      const { code, stderr } = yield* tidemarkIn(folder, {}, "doctor", "--log", "x");
      assert.strictEqual(code, 2);
      assert.include(stderr, "--output and --log belong to --bundle");
    })
  );
});
