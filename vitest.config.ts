import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    globalSetup: ["test/support/postgresServer.ts", "test/support/pdsNetwork.ts"],
    pool: "forks",
    poolOptions: { forks: { minForks: 1, maxForks: 3 } },
    testTimeout: 20_000,
    hookTimeout: 60_000
  }
});
