import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { assert } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import { afterAll, beforeAll, describe, it } from "vitest";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { Subjects } from "../../src/domain/personal/Subjects.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { storage } from "../../src/main/storage.ts";
import { freshStream, knownSample } from "../contracts/sampleEvent.ts";
import { personalTraces } from "../support/personalTraces.ts";
import { liveAs, noteLexicons, type Person } from "../support/personHistory.ts";
import * as TestDatabase from "../support/TestDatabase.ts";
import { testSecrets, testSecretsEnvironment } from "../support/testSubjectKeys.ts";
import { filesOf } from "./erasure/filesOf.ts";
import { StoredBytes } from "./erasure/StoredBytes.ts";
import { type Step, stepsAfter, stepsBefore } from "./erasure/steps.ts";
import { eventually } from "./eventually.ts";
import { ServiceProcess } from "./ServiceProcess.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const cli = here("../../src/cli.ts");
const run = promisify(execFile);
const amount = { logins: 12, active: 4, writes: 20 };

const person = (name: string): Person => ({
  did: Did.make(`did:plc:${name.padEnd(24, "a")}`),
  handle: Handle.make(`${name}.example.com`),
  secret: `what ${name} wrote`
});

const makeStores = (url: Redacted.Redacted) =>
  ManagedRuntime.make(storage({ databaseUrl: url, dataDir: "", secrets: testSecrets, purpose: "service" }));

describe("an erasure whose process is killed", () => {
  const databases = ManagedRuntime.make(TestDatabase.database);
  let stores: ReturnType<typeof makeStores>;
  let stored: StoredBytes;
  let dataDir: string;
  const erased: Array<Person> = [];
  let env: Readonly<Record<string, string>>;
  /** Another process, which serves during every erasure, with the data folder of another machine. */
  let serving: ServiceProcess;

  beforeAll(async () => {
    const { url } = await databases.runPromise(TestDatabase.TestDatabase);
    dataDir = await mkdtemp(join(tmpdir(), "tidemark-erasure-"));
    const { PATH = "", HOME = "" } = process.env;
    env = {
      PATH,
      HOME,
      DATABASE_URL: Redacted.value(url),
      DATA_DIR: join(dataDir, "one"),
      BACKFILL: "false",
      ...testSecretsEnvironment
    };
    stored = new StoredBytes(Redacted.value(url));
    stores = makeStores(url);
    serving = await ServiceProcess.start({ env: { ...env, DATA_DIR: join(dataDir, "two") } });
    await stores.runPromise(Effect.flatMap(RecordIndex, ({ define }) => define(noteLexicons)));
  });
  afterAll(async () => {
    await serving?.stop();
    await stores?.dispose();
    await databases.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });

  const command = async (...args: ReadonlyArray<string>): Promise<string> =>
    (await run(process.execPath, [cli, ...args], { env, maxBuffer: 100_000_000 })).stdout;

  const live = async (name: string): Promise<Person> => {
    const one = person(name);
    await stores.runPromise(liveAs(one, amount));
    return one;
  };

  const tracesIn = (text: string, { did, handle, secret }: Person) => personalTraces(text, [did, handle, secret]);

  const startToErase = (step: Step | "none", { did }: Person): ChildProcess =>
    spawn(process.execPath, [here("erasure/eraseAndDie.ts"), step, did], { env, stdio: "inherit" });

  const ended = async (child: ChildProcess): Promise<NodeJS.Signals | number | null> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child.signalCode ?? child.exitCode;
  };

  /** Everything of the person is there, or nothing. */
  const isErased = async (one: Person): Promise<boolean> => {
    const traces = tracesIn(await stored.tables(), one);
    if (traces.length === 0) return true;
    assert.includeMembers([...traces], [one.did, one.handle, one.secret]);
    return false;
  };

  /** A service starts on the data of the killed process, and the erasure is repeated. */
  const complete = async (one: Person): Promise<void> => {
    const restarted = await ServiceProcess.start({ env });
    try {
      if (!(await isErased(one))) await command("audit", "erase", one.did, "--yes");
      assert.isTrue(await isErased(one));
      erased.push(one);
    } finally {
      await restarted.stop();
    }
  };

  const commitmentOf = ({ did }: Person): Promise<string> =>
    stores.runPromise(
      Effect.flatMap(Subjects, ({ find }) => find(did)).pipe(
        Effect.flatten,
        Effect.map(({ commitment }) => commitment)
      )
    );

  /** The ledgers of both machines name the erasure. */
  const isInLedgers = (commitment: string) =>
    eventually("both ledgers have the erasure", async () => {
      const [first, second] = await Promise.all(["one", "two"].map((folder) => filesOf(join(dataDir, folder))));
      return first?.includes(`\n${commitment}\n`) === true && second?.includes(`\n${commitment}\n`) === true;
    });

  it.each(stepsBefore.map((step, index) => [step, index] as const))(
    "changed nothing but sign-ins %s, and is completed when repeated",
    async (step, index) => {
      const one = await live(`before${String.fromCharCode(97 + index)}`);
      assert.strictEqual(await ended(startToErase(step, one)), "SIGKILL");
      assert.isFalse(await isErased(one));
      await complete(one);
    },
    120_000
  );

  it.each(stepsAfter.map((step, index) => [step, index] as const))(
    "is complete %s, and in the ledgers once a service starts",
    async (step, index) => {
      const one = await live(`after${String.fromCharCode(97 + index)}`);
      const commitment = await commitmentOf(one);
      assert.strictEqual(await ended(startToErase(step, one)), "SIGKILL");
      assert.isTrue(await isErased(one));
      await complete(one);
      await isInLedgers(commitment);
    },
    120_000
  );

  it("happens completely or not at all at random points, and is completed when repeated", async () => {
    const durations: Array<number> = [];
    for (let round = 0; round < 5; round += 1) {
      const one = await live(`random${String.fromCharCode(97 + round)}`);
      const begun = performance.now();
      const child = startToErase("none", one);
      if (round > 0) {
        const longest = Math.max(...durations);
        await setTimeout(longest * (0.5 + Math.random() / 2));
        child.kill("SIGKILL");
      }
      await ended(child);
      durations.push(performance.now() - begun);
      await complete(one);
    }
  }, 300_000);

  it("takes in what is appended at the same moment, while the projections are rebuilt", async () => {
    const one = await live("inflight");
    const append = Effect.gen(function* () {
      const log = yield* EventLog;
      yield* log.append(freshStream(), 0, [knownSample("AccountShown.v1", { did: one.did }, { subjectDid: one.did })]);
    });
    const { event, position } = await stores.runPromise(
      Effect.gen(function* () {
        const appending = yield* Effect.fork(Effect.forever(append));
        const rebuilding = yield* Effect.fork(Effect.promise(() => command("registry", "rebuild", "--verify")));
        yield* Effect.promise(() => ended(startToErase("none", one)));
        yield* Effect.sleep("200 millis");
        yield* Fiber.interrupt(appending);
        yield* Fiber.join(rebuilding);
        const log = yield* EventLog;
        const events = yield* log.read(0, 10_000);
        return { event: events.find(({ type }) => type === "SubjectErased.v1"), position: yield* log.head };
      })
    );
    assert.isDefined(event);
    assert.isAbove(position, 0);
    // Whom events name after the erasure is somebody new for the log, and is erased like everybody else.
    await command("audit", "erase", one.did, "--yes");
    assert.isTrue(await isErased(one));
    erased.push(one);
  }, 120_000);

  it("leaves nothing in exports and files, and every proof and projection", async () => {
    const all = [await command("audit", "export"), await filesOf(dataDir), serving.output].join("\n");
    assert.isAbove(erased.length, 5);
    for (const one of erased) assert.deepStrictEqual(tracesIn(all, one), []);
    assert.include(JSON.parse(await command("audit", "verify", "--json")), { ok: true, firstBad: null });
  }, 60_000);
});
