import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { assert, describe, it } from "@effect/vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The services that have a default, and why it is right wherever nobody provides one. */
const known: Readonly<Record<string, string>> = {
  "src/domain/event/Causation.ts": "most events have no other event as their cause",
  "src/application/background/BackgroundJobs.ts": "a process counts the deaths of its jobs once",
  "src/application/health/HealthCounters.ts": "a process counts its requests once",
  "src/domain/crypto/Sha256Hasher.ts": "the result is the same, whatever computes it",
  "src/application/transparency/SealReport.ts": "a process seals in one job",
  "src/adapters/memory/MemoryStore.ts": "outside a transaction there is none"
};

const sources = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)));

describe("services", () => {
  it("are provided by the composition: no port and no setting has a default that replaces a forgotten layer", () => {
    const defaulted = sources.filter((path) => readFileSync(join(root, path), "utf8").includes("Context.Reference"));
    assert.deepStrictEqual(defaulted.sort(), Object.keys(known).sort());
  });
});
