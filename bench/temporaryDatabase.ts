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

const started = (postgresDir: string, dataDir: string, settings: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const server = yield* Layer.build(embedded({ dataDir: postgresDir, settings }));
    const { url } = Context.get(server, EmbeddedPostgres);
    return { url: Redacted.value(url), postgresDir, dataDir };
  });

/** A PostgreSQL that syncs to disk, on data that stays in a folder. */
export const databaseIn = (folder: string) =>
  started(join(folder, "database"), join(folder, "services"), { fsync: "on" });

/** An empty PostgreSQL with some settings, and a temporary folder, for a benchmark in processes of its own. */
export const databaseWith = (settings: Readonly<Record<string, string>>) =>
  Effect.flatMap(Effect.all([temporaryFolder, temporaryFolder]), ([postgresDir, dataDir]) =>
    started(postgresDir, dataDir, settings)
  );

/** An empty PostgreSQL that syncs to disk, and a temporary folder. */
export const temporaryDatabase = databaseWith({ fsync: "on" });
