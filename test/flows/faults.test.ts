import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StartedNetwork, startNetwork } from "../pds/startNetwork.ts";
import * as TestDatabase from "../support/TestDatabase.ts";
import { faultRun } from "./faults/faultRun.ts";
import { registerByCommand } from "./registerByCommand.ts";

const databases = ManagedRuntime.make(TestDatabase.database);
let network: StartedNetwork;
let dataDir: string;

beforeAll(async () => {
  network = await startNetwork({ accounts: [] });
  dataDir = await mkdtemp(join(tmpdir(), "tidemark-faults-"));
});
afterAll(async () => {
  await network?.stop();
  await databases.dispose();
  await rm(dataDir, { recursive: true, force: true });
});

it("Nothing is lost or duplicated while processes die, responses get lost and the PDS restarts", {
  timeout: 180_000
}, async () => {
  const seed = Number(process.env.FAULT_SEED ?? randomBytes(4).readUInt32BE());
  const { url } = await databases.runPromise(TestDatabase.TestDatabase);
  const report = await faultRun({
    network,
    databaseUrl: Redacted.value(url),
    dataDir,
    register: (env) => registerByCommand(env, "public", "http://127.0.0.1:4321/callback"),
    writes: 200,
    authors: 6,
    killEvery: 60,
    restartEvery: 90,
    loss: 0.04,
    keyless: 0,
    seed
  });
  const nothing = { lost: [], doubled: [], unexplained: [], logDiffers: [], indexDiffers: [] };
  expect(report, `FAULT_SEED=${seed}`).toMatchObject(nothing);
  expect(report.kills + report.lostAnswers + report.lostRequests).toBeGreaterThan(0);
});
