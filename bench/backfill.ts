/** Measures the speed and memory of indexing a repository, and again with one record changed. [records] */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as LogLevel from "effect/LogLevel";
import * as Redacted from "effect/Redacted";
import * as RepositorySignaturesWasm from "../src/adapters/crypto/RepositorySignaturesWasm.ts";
import * as SecureRandomNode from "../src/adapters/crypto/SecureRandomNode.ts";
import * as PublishedLexiconsFolder from "../src/adapters/filesystem/PublishedLexiconsFolder.ts";
import { readLexiconFolder } from "../src/adapters/filesystem/readLexiconFolder.ts";
import { memorySigningKey } from "../src/adapters/memory/pds/makeRepository.ts";
import * as OutboundDownloadsUndici from "../src/adapters/outbound/OutboundDownloadsUndici.ts";
import * as OutboundHttpUndici from "../src/adapters/outbound/OutboundHttpUndici.ts";
import * as RepositoryReaderXrpc from "../src/adapters/pds/sync/RepositoryReaderXrpc.ts";
import { loadInitialLexicons } from "../src/application/lexicons/loadInitialLexicons.ts";
import * as LexiconCatalogProjection from "../src/application/projection/LexiconCatalogProjection.ts";
import { indexRepository } from "../src/application/sync/backfill/indexRepository.ts";
import { LiveSyncSettings } from "../src/application/sync/stream/LiveSyncSettings.ts";
import { Did } from "../src/domain/atproto/Did.ts";
import { storage } from "../src/main/storage.ts";
import { benchSecrets } from "./subjectKeys.ts";
import { temporaryDatabase } from "./temporaryDatabase.ts";

const count = Number(process.argv[2] ?? "100000");
const did = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");
const policy = { allowLoopback: true };

const startPds = async () => {
  const script = fileURLToPath(new URL("backfill/servePds.ts", import.meta.url));
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, String(count)], {
    stdio: ["ignore", "pipe", "inherit"]
  });
  const [line] = await once(child.stdout, "data");
  const [port, bytes, blocks] = String(line).trim().split(" ").map(Number);
  return { child, url: `http://127.0.0.1:${port}`, bytes: bytes ?? 0, blocks: blocks ?? 0 };
};

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;
const ownMemory = (): number => Number(/RssAnon:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024;

/** Measures the duration of an operation, the maximum memory of the process meanwhile, and the longest wait of others. */
const measured = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = ownMemory();
    let most = before;
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      most = Math.max(most, ownMemory());
      longest = Math.max(longest, performance.now() - last - 10);
      last = performance.now();
    }, 10);
    const begun = performance.now();
    const result = yield* effect;
    const seconds = (performance.now() - begun) / 1000;
    clearInterval(timer);
    const told = `${seconds.toFixed(1)} s (${Math.round(count / seconds)} records/s)`;
    console.log(
      `${what}: ${told}, memory ${megabytes(before)} → ${megabytes(most)}, others waited up to ${Math.round(longest)} ms`
    );
    return result;
  });

const run = Effect.gen(function* () {
  const pds = yield* Effect.acquireRelease(Effect.promise(startPds), ({ child }) => Effect.sync(() => child.kill()));
  const { dataDir, url } = yield* temporaryDatabase;
  const reader = RepositoryReaderXrpc.layer({ maxBytes: 900_000_000, temporaryFolder: dataDir }).pipe(
    Layer.provide(Layer.merge(OutboundHttpUndici.layer(policy), OutboundDownloadsUndici.layer(policy)))
  );
  const services = LexiconCatalogProjection.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        storage({ databaseUrl: Redacted.make(url), dataDir, secrets: benchSecrets, purpose: "service" }),
        SecureRandomNode.layer,
        PublishedLexiconsFolder.layer,
        Layer.succeed(LiveSyncSettings, { openCollections: { _tag: "EveryCollection" } }),
        reader,
        RepositorySignaturesWasm.layer
      )
    )
  );
  yield* Effect.gen(function* () {
    const own = fileURLToPath(new URL("../lexicons", import.meta.url));
    yield* loadInitialLexicons({ named: false, read: readLexiconFolder(own) });
    const home = { did, pds: pds.url, signingKey: memorySigningKey };
    const ask = (path: string) => Effect.promise(async () => (await fetch(`${pds.url}${path}`)).text());
    console.log(`${count} records in ${pds.blocks} blocks, ${megabytes(pds.bytes)}`);
    yield* measured("first", indexRepository(home));
    yield* ask("/change");
    const { indexed } = yield* measured("one record changed", indexRepository(home));
    console.log(`stored ${indexed?.stored}, removed ${indexed?.removed}, by ${yield* ask("/requests")} requests`);
  }).pipe(Effect.provide(services));
});

await Effect.runPromise(run.pipe(Effect.scoped, Logger.withMinimumLogLevel(LogLevel.Warning)));
