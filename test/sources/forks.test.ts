import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { assert, describe, it } from "@effect/vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Fibers that are started by hand, and why nobody misses the death of one. */
const known: Readonly<Record<string, string>> = {
  "src/application/background/supervise.ts": "is what supervises",
  "src/application/sessions/revoke/revokePeriodically.ts": "logs and counts a defect by `reportDefects`",
  "src/application/sync/backfill/backfillPeriodically.ts": "logs and counts a defect by `reportDefects`",
  "src/adapters/graphql/subscribe/SubscriptionGroup.ts": "tells the subscribers of its end",
  "src/adapters/graphql/subscribe/VersionReads.ts": "gives its exit to those who wait",
  "src/adapters/http/live/stream/streamEvents.ts": "ends the stream when it ends",
  "src/adapters/identity/LookupCache.ts": "the callers join it",
  "src/adapters/identity/findDid.ts": "the caller joins it, or interrupts it",
  "src/adapters/postgres/log/coalescePages.ts": "gives its exit to those who wait",
  "src/adapters/postgres/record/define/indexFields.ts": "a supervised job joins it",
  "src/adapters/postgres/record/define/createIndexes.ts": "the caller joins it",
  "src/adapters/postgres/record/search/wordIndexes.ts": "a supervised job joins it",
  "src/main/workers/runSupervisor.ts": "the supervisor joins it, and ends with it"
};

const sources = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const forks = (path: string): boolean =>
  /\bEffect\.fork\w*\b|\bLayer\.launch\b/.test(readFileSync(join(root, path), "utf8"));

describe("background work", () => {
  it("runs in supervised fibers, but for those that somebody waits for", () => {
    assert.deepStrictEqual(sources.filter(forks).sort(), Object.keys(known).sort());
  });
});
