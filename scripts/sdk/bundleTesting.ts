/**
 * Bundles the test kit into `sdk/dist`, for the package only: with the whole service in it, so that it needs nothing else,
 * and so often another one that it is not kept in the repository. `npm pack` in `sdk` runs it.
 */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { version } from "../../sdk/src/version.ts";
import { readPublished } from "../../src/adapters/filesystem/readPublished.ts";
import { declarationsOf } from "./declarationsOf.ts";
import { licensesOf } from "./licensesOf.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const dist = join(root, "sdk/dist");
const banner = `/*! Tidemark test kit ${version} | MIT */`;
/** For packages in it that are CommonJS. */
const require =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);';

/** The SDK that the service sends lies beside the bundle. */
const sdkBeside: Plugin = {
  name: "sdk-beside",
  setup: ({ onLoad }) => {
    onLoad({ filter: /sdkRoutes\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return { loader: "ts", contents: source.replace("../../../../sdk/dist/", "./") };
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

execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", join(root, "sdk/testing")], {
  stdio: "inherit"
});
const kit = "./testing.kit.js";
/** The entry loads the kit when it is called, and not before it has looked at the version of Node. */
const kitBeside: Plugin = {
  name: "kit-beside",
  setup: ({ onResolve }) => {
    onResolve({ filter: /runTestService\.ts$/ }, () => ({ path: kit, external: true }));
  }
};

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: "node",
  format: "esm",
  charset: "utf8",
  legalComments: "none"
};
await build({
  ...common,
  entryPoints: ["sdk/testing/testing.ts"],
  outfile: join(dist, "testing.js"),
  target: "node16",
  banner: { js: banner },
  plugins: [kitBeside]
});
const { metafile } = await build({
  ...common,
  metafile: true,
  entryPoints: ["sdk/testing/runTestService.ts"],
  outfile: join(dist, kit),
  target: "node22.10",
  banner: { js: `${banner}\n${require}` },
  plugins: [sdkBeside, publishedInside]
});
await writeFile(join(dist, "testing.licenses.txt"), await licensesOf(root, Object.keys(metafile.inputs)));
const built = join(root, ".tsbuild");
const ofSdk = (file: string) => file.replace(join(built, "testing/sdk/src"), join(built, "sdk"));
const declarations = await declarationsOf(join(built, "testing/sdk/testing"), "testing", ofSdk);
await writeFile(join(dist, "testing.d.ts"), `${banner}\n${declarations}`);
