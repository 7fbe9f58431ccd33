import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { EmbeddedPostgres, layer as embedded } from "../src/adapters/postgres/embedded/EmbeddedPostgres.ts";

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-bench-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
);

/** An empty PostgreSQL that syncs to disk, and a temporary folder, for a benchmark in processes of its own. */
export const temporaryDatabase = Effect.gen(function* () {
  const [database, dataDir] = yield* Effect.all([folder, folder]);
  const server = yield* Layer.build(embedded({ dataDir: database, settings: { fsync: "on" } }));
  const { url } = Context.get(server, EmbeddedPostgres);
  return { url: Redacted.value(url), dataDir };
});
