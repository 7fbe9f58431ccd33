/**
 * `npm run docs`: generates the reference pages of the documentation from the code, and bundles the script and the stylesheet that
 * the service sends below `/docs`.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as Effect from "effect/Effect";
import { build } from "esbuild";
import { fingerprint } from "./fingerprint.ts";
import { referencePages } from "./referencePages.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const assets = join(root, "src/adapters/http/docs/assets");

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ["ui/docs/docs.ts", "ui/docs/docs.css"],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  external: ["/assets/*"],
  outdir: assets,
  legalComments: "none",
  write: false
});
await mkdir(assets, { recursive: true });
for (const { contents, path } of outputFiles) {
  await writeFile(path, contents);
  process.stdout.write(`${path.slice(root.length)}: ${gzipSync(contents).length} bytes compressed\n`);
}
await writeFile(join(assets, "madeFrom.txt"), `${await fingerprint()}\n`);

for (const [path, content] of await Effect.runPromise(referencePages)) await writeFile(join(root, path), content);
