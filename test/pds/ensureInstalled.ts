import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import * as Schema from "effect/Schema";
import { withInstallLock } from "./installLock.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Installs the packages of a folder with `npm ci`, unless what is installed is what its lock file asks for. */
export async function ensureInstalled(folder: string = here, what: string = "the test PDS"): Promise<void> {
  if (await isInstalled(folder)) return;
  await withInstallLock(folder, async () => {
    // Another process may have installed them while this one waited.
    if (await isInstalled(folder)) return;
    process.stderr.write(`Installing ${what} (once, about half a minute)...\n`);
    await install(folder, what);
  });
}

const Lock = Schema.Struct({
  packages: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({
      version: Schema.optional(Schema.String),
      integrity: Schema.optional(Schema.String),
      optional: Schema.optional(Schema.Boolean)
    })
  })
});
const decodeLock = Schema.decodeUnknownSync(Schema.parseJson(Lock));

async function isInstalled(folder: string): Promise<boolean> {
  const wanted = await readPackages(join(folder, "package-lock.json"));
  // npm writes this file last, so a broken-off install does not have it.
  const installed = await readPackages(join(folder, "node_modules", ".package-lock.json")).catch(() => undefined);
  if (installed === undefined) return false;
  return Object.entries(wanted).every(
    ([path, { version, integrity, optional }]) =>
      path === "" ||
      optional === true ||
      (installed[path]?.version === version && installed[path]?.integrity === integrity)
  );
}

const readPackages = async (file: string) => decodeLock(await readFile(file, "utf8")).packages;

async function install(folder: string, what: string): Promise<void> {
  const npm = spawn("npm", ["ci", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32"
  });
  const [[code], errors] = await Promise.all([once(npm, "close"), text(npm.stderr)]).catch((error: Error) => {
    throw new Error(`npm ci could not install ${what}: npm did not run (${error.message})`);
  });
  if (code === 0) return;
  const reason = errors
    .split("\n")
    .filter((line) => line.startsWith("npm error") && !line.includes("complete log"))
    .map((line) => line.replace("npm error", "").trim())
    .join(" ");
  throw new Error(`npm ci --prefix ${folder} could not install ${what}: ${reason || `exit code ${code}`}`);
}
