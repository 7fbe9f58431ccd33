import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as Schema from "effect/Schema";
import { version as statedVersion } from "../../sdk/src/version.ts";
import { type PublishFacts, publishProblems } from "./publishProblems.ts";

/** The folder of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

const Repository = Schema.Union(Schema.String, Schema.Struct({ url: Schema.String }));
const Manifest = Schema.parseJson(Schema.Struct({ version: Schema.String, repository: Schema.optional(Repository) }));
const readManifest = (path: string) => Schema.decodeUnknownSync(Manifest)(readFileSync(`${root}/${path}`, "utf8"));

const git = (...words: ReadonlyArray<string>): string =>
  execFileSync("git", [...words], { cwd: root, encoding: "utf8" }).trim();

const gatherFacts = (manifest: PublishFacts["manifest"]): PublishFacts => {
  const { repository, version } = readManifest(manifest);
  return {
    manifest,
    version,
    serviceVersion: readManifest("package.json").version,
    statedVersion,
    repository: typeof repository === "object" ? repository.url : (repository ?? null),
    hasChanges: git("status", "--porcelain") !== "",
    tags: git("tag", "--points-at", "HEAD").split("\n"),
    isBundleCurrent:
      spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/sdk/bundle.ts", "--check"], {
        cwd: root,
        stdio: "ignore"
      }).status === 0,
    canProveOrigin: ["ACTIONS_ID_TOKEN_REQUEST_URL", "SIGSTORE_ID_TOKEN"].some(
      (name) => (process.env[name] ?? "") !== ""
    )
  };
};

/** Prints what keeps a package from being published, and ends the process if something does. */
export const requirePublishable = (manifest: PublishFacts["manifest"], isDryRun: boolean): void => {
  const facts = gatherFacts(manifest);
  const fatal = publishProblems(facts, isDryRun);
  for (const problem of publishProblems(facts, false))
    console.error(`${fatal.includes(problem) ? "" : "Before a release: "}${problem}`);
  if (fatal.length > 0) process.exit(1);
};

/** Publishes the package of a folder with provenance, or lists what would be sent; returns the exit code. */
export const publish = (folder: string, isDryRun: boolean): number => {
  const how = isDryRun ? ["--dry-run"] : ["--provenance", "--access", "public"];
  return spawnSync("npm", ["publish", ...how], { cwd: folder, stdio: "inherit" }).status ?? 1;
};
