import { defineConfig } from "vitest/config";

/**
 * Folders of tests that need neither a database nor a PDS: `npm run check` runs these only, many files in one process.
 * A file whose layers run on the live clock (`excludeTestServices`) leaves it behind for the files after it, and so has
 * no place here: the uploads.
 */
const fast = [
  "domain",
  "application",
  "scripts",
  "adapters/archive",
  "adapters/configuration",
  "adapters/crypto",
  "adapters/filesystem",
  "adapters/graphql",
  "adapters/http/!(blobs)",
  "adapters/jose",
  "adapters/memory",
  "adapters/outbound"
].map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000,
    exclude: ["**/node_modules/**"],
    projects: [
      { extends: true, test: { name: "fast", include: fast } },
      {
        extends: true,
        test: {
          name: "services",
          include: ["test/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...fast],
          globalSetup: ["test/support/postgresServer.ts", "test/support/pdsNetwork.ts"]
        }
      }
    ]
  }
});
