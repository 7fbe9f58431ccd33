import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type StartedNetwork, startNetwork } from "../pds/startNetwork.ts";
import * as TestDatabase from "../support/TestDatabase.ts";
import { refreshFaults } from "./refreshes/refreshFaults.ts";
import { stampede } from "./refreshes/stampede.ts";
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
  dataDir = await mkdtemp(join(tmpdir(), "tidemark-refreshes-"));
  return async () => {
    await databases.dispose();
    await rm(dataDir, { recursive: true, force: true });
  };
});

const options = async () => ({
  network,
  databaseUrl: Redacted.value((await databases.runPromise(TestDatabase.TestDatabase)).url),
  dataDir,
  register: (env: Readonly<Record<string, string>>) =>
    registerByCommand(env, "confidential", "https://client.example/callback"),
  processes: 2
});

it("SE-01 Concurrent requests with expired tokens cause one refresh, in any process", {
  timeout: 300_000
}, async () => {
  const report = await stampede({ ...(await options()), requests: 16, rounds: 3, steadyWrites: 40 });
  expect(report).toMatchObject({ granted: 3, invalidGrants: 0, errors: {} });
  expect(report.requestsPerWrite).toBeLessThanOrEqual(1.05);
});

it("No session ends over a faulty network without a reason that app and log agree on", {
  timeout: 300_000
}, async () => {
  const seed = Number(process.env.FAULT_SEED ?? randomBytes(4).readUInt32BE());
  const report = await refreshFaults({ ...(await options()), refreshes: 150, people: 4, faults: 0.15, seed });
  expect(report.unexplained, `FAULT_SEED=${seed}`).toEqual([]);
  expect(Object.keys(report.disturbed).length).toBeGreaterThan(0);
});
