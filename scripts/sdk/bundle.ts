/**
 * Bundles the SDK into `sdk/dist`: what the service sends at `/sdk.js`, and what its package holds apart from the test
 * kit (`bundleTesting.ts`). `npm run sdk` writes the files and prints their sizes; with `--check`, says whether they are
 * what would be written.
 */
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { version } from "../../sdk/src/version.ts";
import { declarationsOf } from "./declarationsOf.ts";
import { fingerprint } from "./fingerprint.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const dist = join(root, "sdk/dist");
const banner = `/*! Tidemark SDK ${version} | MIT */`;
/** The oldest ones that docs/apps.md promises; `test/sdk/support/builtIns.ts` holds what is called to the same. */
const oldest = ["chrome94", "edge94", "firefox93", "safari15", "node20"];
/** Of what browsers load, packed, in bytes: the entry, and with it what it loads for the first subscription. */
const limits = { entry: 8 * 1024, withSubscriptions: 10 * 1024 };

/** What the entry loads for the first subscription is a file of its own, at the same place beside it wherever it is served. */
const subscriptionsApart: Plugin = {
  name: "subscriptions-apart",
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/subscribe\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./sdk/subscribe.js", external: true } : undefined
    );
  }
};

const bundle = async (options: BuildOptions): Promise<string> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    target: oldest,
    charset: "utf8",
    legalComments: "none",
    banner: { js: banner },
    write: false,
    ...options
  });
  return outputFiles?.[0]?.text ?? "";
};

/** Of one import of what is bundled, as an app's bundler leaves it. */
const importedAlone = (code: string, name: string): Promise<string> =>
  bundle({
    format: "esm",
    stdin: { contents: `export { ${name} } from "sdk";` },
    plugins: [
      {
        name: "sdk",
        setup: ({ onLoad, onResolve }) => {
          onResolve({ filter: /^sdk$/ }, () => ({ path: "sdk", namespace: "sdk", sideEffects: false }));
          onResolve({ filter: /^\.\/sdk\// }, ({ path }) => ({ path, external: true }));
          onLoad({ filter: /.*/, namespace: "sdk" }, () => ({ contents: code }));
        }
      }
    ]
  });

/** The entry of the test kit loads the kit when it is called, and not before it has looked at the version of Node. */
const kitBeside: Plugin = {
  name: "kit-beside",
  setup: ({ onResolve }) => {
    onResolve({ filter: /runTestService\.ts$/ }, () => ({ path: "./testing.kit.js", external: true }));
  }
};

execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", join(root, "sdk/testing")], {
  stdio: "inherit"
});
/** For frameworks that render on a server: the hooks need a browser in the end. */
const forClients = '"use client";';
const built = join(root, ".tsbuild");
const declarations = async (entry: string) => `${banner}\n${await declarationsOf(join(built, "sdk"), entry)}`;
const ofSdk = (file: string) => file.replace(join(built, "testing/sdk/src"), join(built, "sdk"));
const testingDeclarations = await declarationsOf(join(built, "testing/sdk/testing"), "testing", ofSdk);

const plugins = [subscriptionsApart];
const esm = await bundle({ entryPoints: ["sdk/src/sdk.ts"], format: "esm", plugins });
const subscribe = await bundle({ entryPoints: ["sdk/src/subscribe.ts"], format: "esm", banner: {} });
const files = new Map([
  ["sdk.js", esm],
  ["sdk.global.js", await bundle({ entryPoints: ["sdk/src/sdk.ts"], format: "iife", globalName: "Tidemark", plugins })],
  ["sdk/subscribe.js", subscribe],
  // Node.js prints the line that threw an error which nobody caught; of a minified file that is everything.
  ["node.js", await bundle({ entryPoints: ["sdk/src/node.ts"], format: "esm", minify: false })],
  [
    "react.js",
    await bundle({
      entryPoints: ["sdk/src/react.ts"],
      format: "esm",
      external: ["react"],
      banner: { js: `${banner}\n${forClients}` }
    })
  ],
  [
    "testing.js",
    await bundle({ entryPoints: ["sdk/testing/testing.ts"], format: "esm", target: "node16", plugins: [kitBeside] })
  ],
  ["sdk.d.ts", await declarations("sdk")],
  ["react.d.ts", await declarations("react")],
  ["node.d.ts", await declarations("node")],
  ["testing.d.ts", `${banner}\n${testingDeclarations}`],
  ["madeFrom.txt", `${await fingerprint()}\n`]
]);

if (process.argv.includes("--check")) {
  const differing = [];
  for (const [name, text] of files) {
    if ((await readFile(join(dist, name), "utf8").catch(() => "")) !== text) differing.push(name);
  }
  if (differing.length > 0) console.error(`Not what the sources give: ${differing.join(", ")}. Run npm run sdk.`);
  process.exitCode = differing.length === 0 ? 0 : 1;
} else {
  await mkdir(join(dist, "sdk"), { recursive: true });
  for (const [name, text] of files) await writeFile(join(dist, name), text);
}

const sizes: ReadonlyArray<readonly [string, string]> = [
  ["sdk.js", esm],
  ["sdk/subscribe.js", subscribe],
  ["sdk.global.js", files.get("sdk.global.js") ?? ""],
  ["node.js", files.get("node.js") ?? ""],
  ["react.js", files.get("react.js") ?? ""],
  ["createClient alone", await importedAlone(esm, "createClient")],
  ["publicQuery alone", await importedAlone(esm, "publicQuery")]
];
const packed = (text: string): number => gzipSync(text, { level: 9 }).length;
for (const [name, text] of sizes) {
  console.log(`${name.padEnd(20)} ${String(Buffer.byteLength(text)).padStart(6)} bytes, ${packed(text)} gzipped`);
}
const refuseAbove = (what: string, size: number, limit: number): void => {
  if (size <= limit) return;
  console.error(`${what}: ${size} bytes gzipped, which is more than ${limit}.`);
  process.exitCode = 1;
};
refuseAbove("sdk.js", packed(esm), limits.entry);
refuseAbove("sdk.js with sdk/subscribe.js", packed(esm) + packed(subscribe), limits.withSubscriptions);
