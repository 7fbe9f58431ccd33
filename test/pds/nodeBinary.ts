import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Finds the Node that runs the harness: this one if it is new enough, otherwise the one the root project installs. */
export function nodeBinary(): string {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 24) return process.execPath;
  const installed = fileURLToPath(new URL("../../node_modules/.bin/node", import.meta.url));
  if (existsSync(installed)) return installed;
  throw new Error(`The test PDS needs Node 24; this is ${process.version}, and ${installed} is missing: run npm ci`);
}
