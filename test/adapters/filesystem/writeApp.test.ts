import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { writeApp } from "../../../src/adapters/filesystem/writeApp.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const examples = fileURLToPath(new URL("../../../examples", import.meta.url));
const server = "https://records.example.com";

const written = (template: "react" | "html", name: string) =>
  Effect.gen(function* () {
    const folder = join(yield* temporaryFolder, name);
    yield* writeApp({ folder, template, examples, server, clientId: "client_mine" });
    const read = (file: string) => Effect.promise(() => readFile(join(folder, file), "utf8"));
    return { folder, readme: yield* read("README.md"), page: yield* read("index.html"), read };
  });

it.scopedLive.each(["react", "html"] as const)("an app in %s has the name of its folder", (template) =>
  Effect.gen(function* () {
    const { page, readme } = yield* written(template, "tide & <pool>");
    assert.include(page, "<title>tide &amp; &lt;pool></title>");
    assert.include(page, "<h1>tide &amp; &lt;pool></h1>");
    assert.include(readme, "# tide & <pool>");
  })
);

it.scopedLive.each(["react", "html"] as const)(
  "the README of an app in %s names files that exist, and pages of the instance",
  (template) =>
    Effect.gen(function* () {
      const { folder, readme } = yield* written(template, "my-app");
      const named = [...readme.matchAll(/^\| `([^`]+)`/gm)].map(([, file = ""]) => file);
      assert.isAbove(named.length, 2);
      for (const file of named) assert.isTrue(existsSync(join(folder, file)), file);
      for (const [, page = ""] of readme.matchAll(/https:\/\/records\.example\.com(\/docs\S*)/g))
        assert.isTrue(existsSync(join(examples, "..", `${page}.md`)), page);
    })
);

it.scopedLive("an app in React has an example of its configuration without the client id", () =>
  Effect.gen(function* () {
    const { read } = yield* written("react", "my-app");
    assert.strictEqual(yield* read(".env"), `VITE_TIDEMARK_SERVER=${server}\nVITE_TIDEMARK_CLIENT_ID=client_mine\n`);
    assert.strictEqual(
      yield* read(".env.example"),
      `VITE_TIDEMARK_SERVER=${server}\nVITE_TIDEMARK_CLIENT_ID=client_put_yours_here\n`
    );
  })
);
