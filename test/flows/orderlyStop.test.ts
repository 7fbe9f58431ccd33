import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type StartedNetwork, startNetwork } from "../pds/startNetwork.ts";
import * as TestDatabase from "../support/TestDatabase.ts";
import { ExpiringWire } from "./refreshes/ExpiringWire.ts";
import { errorOf, startRefreshRun, writeAtPds } from "./refreshes/RefreshRun.ts";
import { registerByCommand } from "./registerByCommand.ts";

let network: StartedNetwork;
let databases: ManagedRuntime.ManagedRuntime<TestDatabase.TestDatabase, never>;
let dataDir: string;

beforeAll(async () => {
  network = await startNetwork({ accounts: [] });
});
afterAll(() => network?.stop());

beforeEach(async () => {
  databases = ManagedRuntime.make(TestDatabase.database);
  dataDir = await mkdtemp(join(tmpdir(), "tidemark-stop-"));
  return async () => {
    await databases.dispose();
    await rm(dataDir, { recursive: true, force: true });
  };
});

/** Stops one of two processes while it waits for the PDS to refresh a session; gives what its app got, and who comes next. */
const stopWhileRefreshing = async (milliseconds: number, handle: string) => {
  const { url } = await databases.runPromise(TestDatabase.TestDatabase);
  const run = await startRefreshRun({
    network,
    databaseUrl: Redacted.value(url),
    dataDir,
    register: (env) => registerByCommand(env, "confidential", "https://client.example/callback"),
    processes: 2
  });
  const { app, nodes, proxy } = run;
  const [stopped, other] = nodes;
  try {
    const tokens = await app.login(await network.pdses[0].createAccount({ handle }));
    const refreshing = Promise.withResolvers<void>();
    const wire = new ExpiringWire(proxy, {
      refreshFault: () => {
        refreshing.resolve();
        return { _tag: "Delay", milliseconds };
      }
    });
    await writeAtPds(app, stopped, tokens);
    wire.expire();
    const writing = writeAtPds(app, stopped, tokens).catch(() => "cut off" as const);
    await refreshing.promise;
    await stopped?.stop();
    const first = await writing;
    return {
      first: first === "cut off" ? first : errorOf(first),
      next: errorOf(await writeAtPds(app, other, tokens)),
      ...wire.counts
    };
  } finally {
    await run.stop();
  }
};

it("A process that is stopped responds to a request that waits for a refresh, if that is short", {
  timeout: 120_000
}, async () => {
  expect(await stopWhileRefreshing(1_000, "soon.test")).toMatchObject({ first: null, next: null, granted: 1 });
});

it("A process that is stopped stores the tokens of a slow refresh, although no request waits for them any longer", {
  timeout: 120_000
}, async () => {
  expect(await stopWhileRefreshing(4_000, "late.test")).toMatchObject({ first: "cut off", next: null, granted: 1 });
});
