import { defineConfig } from "vitest/config";

/**
 * Folders of tests that need neither a database nor a PDS: `npm run check` runs these only, many files in one process.
 * Uploads take too long for it.
 */
const fast = [
  "domain",
  "examples",
  "application",
  "bench",
  "deploy",
  "scripts",
  "simulator",
  "adapters/anchor",
  "adapters/archive",
  "adapters/configuration",
  "adapters/crypto",
  "adapters/filesystem",
  "adapters/graphql",
  "adapters/http/!(blobs)",
  "adapters/jose",
  "adapters/memory",
  "adapters/outbound",
  "adapters/sync",
  "adapters/telemetry",
  "adapters/webhook",
  "adapters/witness",
  "sdk",
  "sources",
  "ui/pure",
  "testing"
].map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000,
    exclude: ["**/node_modules/**"],
    setupFiles: ["test/support/freshTesters.ts"],
    projects: [
      { extends: true, test: { name: "fast", include: fast } },
      {
        extends: true,
        test: {
          name: "old browsers",
          include: ["test/sdk/**/*.test.ts"],
          exclude: ["**/node_modules/**", "test/sdk/oldBrowsers.test.ts"],
          setupFiles: ["test/sdk/support/oldBrowser.ts"]
        }
      },
      {
        extends: true,
        test: {
          name: "services",
          // Several starts of a process, and whole logins, on a machine that does other things.
          testTimeout: 60_000,
          include: ["test/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...fast],
          setupFiles: ["test/support/shortReports.ts"],
          globalSetup: ["test/support/postgresServer.ts", "test/support/pdsNetwork.ts"]
        }
      }
    ]
  }
});
