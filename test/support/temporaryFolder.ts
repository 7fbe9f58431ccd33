import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Effect from "effect/Effect";

/** An empty folder, removed with all it holds when the scope closes. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "tidemark-test-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
);
