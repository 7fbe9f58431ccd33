/**
 * Publishes the SDK to npm with provenance. `npm run publish:sdk -- --dry-run` does everything except sending it: checks
 * the versions and the bundle, bundles the test kit, packs, and lists the files. docs/contributing.md says how to release.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as Schema from "effect/Schema";
import { version as statedVersion } from "../sdk/src/version.ts";
import { type PublishFacts, publishProblems } from "./publish/publishProblems.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const isDryRun = process.argv.includes("--dry-run");

const Repository = Schema.Union(Schema.String, Schema.Struct({ url: Schema.String }));
const Manifest = Schema.parseJson(Schema.Struct({ version: Schema.String, repository: Schema.optional(Repository) }));
const manifest = (path: string) => Schema.decodeUnknownSync(Manifest)(readFileSync(`${root}/${path}`, "utf8"));

const git = (...words: ReadonlyArray<string>): string =>
  execFileSync("git", [...words], { cwd: root, encoding: "utf8" }).trim();

const { repository, version } = manifest("sdk/package.json");

const facts: PublishFacts = {
  version,
  serviceVersion: manifest("package.json").version,
  statedVersion,
  repository: typeof repository === "object" ? repository.url : (repository ?? null),
  hasChanges: git("status", "--porcelain") !== "",
  tags: git("tag", "--points-at", "HEAD").split("\n"),
  isBundleCurrent:
    spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/sdk/bundle.ts", "--check"], {
      cwd: root,
      stdio: "ignore"
    }).status === 0,
  canProveOrigin: ["ACTIONS_ID_TOKEN_REQUEST_URL", "SIGSTORE_ID_TOKEN"].some((name) => (process.env[name] ?? "") !== "")
};

for (const problem of publishProblems(facts, false)) {
  const isFatal = publishProblems(facts, isDryRun).includes(problem);
  console.error(`${isFatal ? "" : "Before a release: "}${problem}`);
}
if (publishProblems(facts, isDryRun).length > 0) process.exit(1);

const how = isDryRun ? ["--dry-run"] : ["--provenance", "--access", "public"];
const { status } = spawnSync("npm", ["publish", ...how], { cwd: `${root}/sdk`, stdio: "inherit" });
process.exit(status ?? 1);
