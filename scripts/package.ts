/**
 * Packs the service for npm: `npm run package`, or `npm run package -- --pack-destination <folder>`. The package has the
 * service as JavaScript, the versions of all packages that it needs, and the demo. docs/supply-chain.md describes it.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { packageFolder } from "./package/packageFolder.ts";

const { values } = parseArgs({ options: { "pack-destination": { type: "string", default: "." } } });
const options = ["--ignore-scripts", "--pack-destination", resolve(values["pack-destination"])];

process.exitCode = await packageFolder(
  (cwd) => spawnSync("npm", ["pack", ...options], { cwd, stdio: "inherit" }).status ?? 1
);
