/**
 * Bundles the test kit into `sdk/dist`, for the package only: with the whole service in it, so that it needs nothing else,
 * and so often another one that it is not kept in the repository. `npm ci`, `npm run sdk:kit` and `npm pack` in `sdk` run it.
 */
import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import { build, type Plugin } from "esbuild";
import { version } from "../../sdk/src/version.ts";
import { readPublished } from "../../src/adapters/filesystem/readPublished.ts";
import { licensesOf } from "./licensesOf.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const dist = join(root, "sdk/dist");
const banner = `/*! Tidemark test kit ${version} | MIT */`;
/** For packages in it that are CommonJS. */
const require =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);';

/** The SDK that the service sends is the package that holds the bundle. */
const sdkBeside: Plugin = {
  name: "sdk-beside",
  setup: ({ onLoad }) => {
    onLoad({ filter: /sdk\/sdkFolder\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return { loader: "ts", contents: source.replace("../../../../sdk/", "../") };
    });
  }
};

/** The published Lexicons are a folder of the service, and a part of the bundle. */
const publishedInside: Plugin = {
  name: "published-inside",
  setup: ({ onLoad }) => {
    onLoad({ filter: /filesystem\/readPublished\.ts$/ }, async ({ path }) => ({
      loader: "ts",
      resolveDir: dirname(path),
      contents: `import * as Effect from "effect/Effect"; export const readPublished = Effect.succeed(${JSON.stringify(await Effect.runPromise(readPublished))});`
    }));
  }
};

const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: "node",
  format: "esm",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  write: false,
  entryPoints: ["sdk/testing/runTestService.ts"],
  outfile: join(dist, "testing.kit.js"),
  target: "node22.10",
  banner: { js: `${banner}\n${require}` },
  plugins: [sdkBeside, publishedInside]
});
/** Replaces a file in one step, because tests may be reading it. */
const replace = async (name: string, content: string | Uint8Array): Promise<void> => {
  const draft = join(dist, `${name}.${process.pid}`);
  await writeFile(draft, content);
  await rename(draft, join(dist, name));
};

for (const { contents } of outputFiles) await replace("testing.kit.js", contents);
await replace("testing.licenses.txt", await licensesOf(root, Object.keys(metafile.inputs)));
