import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { EmbeddedPostgres, layer as embedded } from "../src/adapters/postgres/embedded/EmbeddedPostgres.ts";

/** A folder that is removed with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-bench-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
);

/** An empty PostgreSQL with some settings, and a temporary folder, for a benchmark in processes of its own. */
export const databaseWith = (settings: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const [postgresDir, dataDir] = yield* Effect.all([temporaryFolder, temporaryFolder]);
    const server = yield* Layer.build(embedded({ dataDir: postgresDir, settings }));
    const { url } = Context.get(server, EmbeddedPostgres);
    return { url: Redacted.value(url), postgresDir, dataDir };
  });

/** An empty PostgreSQL that syncs to disk, and a temporary folder. */
export const temporaryDatabase = databaseWith({ fsync: "on" });
