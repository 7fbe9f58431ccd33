import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    globalSetup: ["test/support/postgresServer.ts"],
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000
  }
});
