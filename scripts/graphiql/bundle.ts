/**
 * Bundles GraphiQL, as `package-lock.json` beside this file pins it, into what the service sends at `/graphiql`.
 * `npm run graphiql` writes the files; with `--check`, says whether they are what would be written.
 */
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { fingerprint } from "./fingerprint.ts";
import { notices } from "./notices.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const assets = fileURLToPath(new URL("../../src/adapters/http/graphiql/assets/", import.meta.url));

execFileSync("npm", ["ci", "--prefix", here, "--no-audit", "--no-fund", "--loglevel=error"], { stdio: "inherit" });
const { build } = await import(pathToFileURL(join(here, "node_modules/esbuild/lib/main.js")).href);

/** The fonts of GraphiQL are 350 kB of its 400 kB of style; the page uses those of the system. */
const withoutFonts = {
  name: "without-fonts",
  setup: (plugins: Plugins) =>
    plugins.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(/@font-face\s*\{[^}]*\}/g, ""),
      loader: "css"
    }))
};

/** A tab of GraphiQL contains buttons, which the role `tab` does not allow: the tabs are a list of buttons. */
const withTabsAsList = {
  name: "with-tabs-as-list",
  setup: (plugins: Plugins) =>
    plugins.onLoad({ filter: /@graphiql\/react\/dist\/ui\/tabs\.js$/ }, async ({ path }) => {
      const contents = await readFile(path, "utf8");
      const changed = contents
        .replace('"aria-selected": isActive, role: "tab"', '"aria-current": isActive')
        .replace(', role: "tablist"', "");
      if (/role: "tab/.test(changed)) throw new Error(`${path} has other tabs than expected: change this plugin.`);
      return { contents: changed, loader: "js" };
    })
};

interface Plugins {
  readonly onLoad: (
    of: { readonly filter: RegExp },
    load: (file: { readonly path: string }) => Promise<{ readonly contents: string; readonly loader: string }>
  ) => void;
}

const { metafile, outputFiles } = await build({
  absWorkingDir: here,
  entryPoints: { graphiql: "entry.js" },
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  // The page loads the SDK of the instance when somebody signs in.
  external: ["/sdk.js"],
  charset: "utf8",
  define: { "process.env.NODE_ENV": '"production"' },
  legalComments: "none",
  metafile: true,
  outdir: assets,
  plugins: [withoutFonts, withTabsAsList],
  write: false
});

const files = new Map<string, string>(
  outputFiles.map(({ path, text }: { readonly path: string; readonly text: string }) => [path, text])
);
files.set(join(assets, "LICENSES.txt"), await notices(here, Object.keys(metafile.inputs)));
files.set(join(assets, "madeFrom.txt"), `${await fingerprint(here)}\n`);

if (process.argv.includes("--check")) {
  const differing = [];
  for (const [path, text] of files) {
    if ((await readFile(path, "utf8").catch(() => "")) !== text) differing.push(path);
  }
  console.log(differing.length === 0 ? "As bundled." : `Not as bundled: ${differing.join(", ")}`);
  process.exitCode = differing.length === 0 ? 0 : 1;
} else {
  await mkdir(assets, { recursive: true });
  for (const [path, text] of files) {
    await writeFile(path, text);
    console.log(`${path}: ${text.length.toLocaleString("en")} characters`);
  }
}
