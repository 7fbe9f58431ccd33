import { execFile, spawn } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { assert, describe, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import { tidemarkIn } from "../adapters/cli/tidemark.ts";
import { freePort } from "../pds/freePort.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import * as Browser from "./Browser.ts";
import * as Demo from "./Demo.ts";
import { app, logIn } from "./person.ts";

if (Browser.chromiumPath === undefined)
  process.stderr.write("Skipped without Chromium: new apps in a browser (apt-get install chromium)\n");

const run = promisify(execFile);
const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
/** Nothing listens at port 9, so a package that needs the registry fails. */
const npmFlags = ["--registry=http://127.0.0.1:9/", "--fetch-retries=0", "--no-audit", "--no-fund"];

const Versions = Schema.Record({ key: Schema.String, value: Schema.String });
const Manifest = Schema.parseJson(
  Schema.Struct({ dependencies: Schema.optional(Versions), devDependencies: Schema.optional(Versions) })
);

/** Installs the SDK from the instance, and the other packages, which come from a registry, from this repository. */
const install = async (folder: string): Promise<void> => {
  const manifest = await readFile(join(folder, "package.json"), "utf8");
  const { dependencies, devDependencies } = Schema.decodeUnknownSync(Manifest)(manifest);
  const { "tidemark-sdk": sdk = "", ...others } = { ...dependencies, ...devDependencies };
  assert.match(sdk, /^http:.*\/sdk\.tgz$/);
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: { "tidemark-sdk": sdk } })
  );
  await run("npm", ["install", "--no-package-lock", ...npmFlags], { cwd: folder });
  await writeFile(join(folder, "package.json"), manifest);
  for (const name of [...Object.keys(others), "@types/react-dom"]) {
    await mkdir(join(folder, "node_modules", name, ".."), { recursive: true });
    await symlink(join(modules, name), join(folder, "node_modules", name)).catch(() => undefined);
  }
  const bin = join(folder, "node_modules/.bin");
  await mkdir(bin, { recursive: true });
  await symlink(join(modules, ".bin/vite"), join(bin, "vite"));
};

/** Runs `npm run dev` for the scope, and returns the address that it prints. */
const develop = (folder: string, port: number, ...flags: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn("npm", ["run", "dev", ...flags], {
          cwd: folder,
          detached: true,
          env: { ...process.env, PORT: String(port), NO_COLOR: "1" },
          stdio: ["ignore", "pipe", "inherit"]
        })
      ),
      ({ pid }) => Effect.sync(() => (pid === undefined ? undefined : process.kill(-pid)))
    );
    return yield* Effect.promise(async () => {
      for await (const line of createInterface({ input: child.stdout })) {
        const [url] = /http:\/\/127\.0\.0\.1:\d+\//.exec(line) ?? [];
        if (url !== undefined) return url;
      }
      throw new Error("npm run dev ended");
    });
  });

describe.skipIf(Browser.chromiumPath === undefined)("tidemark new, at a real service and a real PDS", () => {
  layer(Layer.merge(Demo.layer, Browser.layer), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    for (const template of ["html", "react"] as const)
      it.scoped(`creates an app in ${template} that is registered, logs in and writes`, () =>
        Effect.gen(function* () {
          const { accounts, service } = yield* Demo.Demo;
          const parent = yield* temporaryFolder;
          const options = ["new", "my-app", "--template", template, "--json"];
          const { code, stderr, stdout } = yield* tidemarkIn(parent, { DATA_DIR: service.dataDir }, ...options);
          assert.strictEqual(code, 0, stderr);
          const created = JSON.parse(stdout);
          assert.match(created.clientId, /^client_/);
          const folder = join(parent, "my-app");
          yield* Effect.promise(() => install(folder));
          const port = yield* Effect.promise(() => freePort());
          const url = yield* develop(folder, port, ...(template === "react" ? ["--", "--port", String(port)] : []));
          const [alice] = accounts;
          if (alice === undefined) return yield* Effect.die("The demo has no account");
          const page = yield* Browser.openPage();
          yield* Effect.promise(async () => {
            await page.goto(url);
            await logIn(page, alice);
            await app(page).mood("at the sea").click();
            await app(page).news.filter({ hasText: "Your status is now" }).waitFor();
          });
        })
      );

    it.scoped("writes nothing where there is something, and without an instance", () =>
      Effect.gen(function* () {
        const { service } = yield* Demo.Demo;
        const parent = yield* temporaryFolder;
        yield* Effect.promise(() => mkdir(join(parent, "full", "inside"), { recursive: true }));
        const full = yield* tidemarkIn(parent, { DATA_DIR: service.dataDir }, "new", "full");
        assert.deepInclude(full, { code: 1, stdout: "" });
        assert.include(full.stderr, "is not empty");
        const foreign = yield* tidemarkIn(
          parent,
          {},
          "new",
          "my-app",
          "--server",
          `http://127.0.0.1:${yield* Effect.promise(() => freePort())}`
        );
        assert.include(foreign.stderr, "cannot be reached");
      })
    );

    it.scoped("lets the app register itself with an instance elsewhere", () =>
      Effect.gen(function* () {
        const { service } = yield* Demo.Demo;
        const parent = yield* temporaryFolder;
        const { stdout } = yield* tidemarkIn(parent, {}, "new", "my-app", "--server", service.url);
        assert.include(stdout, "It registered itself");
        const environment = yield* Effect.promise(() => readFile(join(parent, "my-app/.env"), "utf8"));
        assert.match(environment, new RegExp(`^VITE_TIDEMARK_SERVER=${service.url}\nVITE_TIDEMARK_CLIENT_ID=client_`));
      })
    );
  });
});
