import { readdir, readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { assert, describe, it } from "@effect/vitest";
import { fingerprint } from "../../scripts/ui/fingerprint.ts";
import { firstLoad, sharedFiles } from "../../scripts/ui/firstLoad.ts";
import { generateDocuments, generatedFile } from "../../scripts/ui/generateDocuments.ts";
import { adminSdl } from "../../src/adapters/graphql/admin/adminApi.ts";

const dist = new URL("../../ui/dist/", import.meta.url);
const read = (path: string) => readFile(new URL(path, dist), "utf8");

describe("what the settings in a browser are built of", () => {
  it("is what their sources give", async () => {
    assert.strictEqual((await read("madeFrom.txt")).trim(), await fingerprint(), "run npm run ui");
  });

  it("asks the admin API as its schema is", async () => {
    const kept = await readFile(generatedFile, "utf8");
    assert.strictEqual(kept, await generateDocuments(adminSdl), "run npm run ui");
  });

  it("loads at most 200 kB, gzipped, before it shows anything", async () => {
    const names = ["index.html", ...(await readdir(new URL("assets/", dist))).map((name) => `assets/${name}`)];
    const files = new Map(
      await Promise.all(
        names.map(async (name) => {
          const content = await read(name);
          const imports = [...content.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(
            ([, file = ""]) => `assets/${file}`
          );
          return [name, { content, imports: name.endsWith(".js") ? imports : [], styles: [] }] as const;
        })
      )
    );
    const own = [...firstLoad(files)].map((name) => gzipSync(files.get(name)?.content ?? "", { level: 9 }).length);
    assert.isAtLeast(own.length, 3);
    const brand = new URL("../../src/adapters/http/brand/assets/", import.meta.url);
    const shared = await Promise.all(
      sharedFiles(files.get("index.html")?.content ?? "").map(
        async (name) => (await readFile(new URL(name, brand))).length
      )
    );
    assert.isAtLeast(shared.length, 2);
    const sizes = [...own, ...shared];
    assert.isAtMost(
      sizes.reduce((sum, size) => sum + size, 0),
      200 * 1024
    );
  });
});
