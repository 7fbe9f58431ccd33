import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Layer from "effect/Layer";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { EmbeddedPostgres, layer } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts";
import { silentLogger } from "./silentLogger.ts";

/** Starts the service's own PostgreSQL on a temporary folder: nothing needs to outlive the run, so nothing is synced. */
export const startEmbedded = async (): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  const dataDir = await mkdtemp(join(tmpdir(), "tidemark-tests-"));
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };
  const runtime = ManagedRuntime.make(layer({ dataDir, settings }).pipe(Layer.provide(silentLogger)));
  const { url } = await runtime.runPromise(EmbeddedPostgres);
  return {
    url: Redacted.value(url),
    stop: () => runtime.dispose().then(() => rm(dataDir, { recursive: true, force: true }))
  };
};
