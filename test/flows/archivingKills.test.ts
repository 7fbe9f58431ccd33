import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { assert } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as ManagedRuntime from "effect/ManagedRuntime";
import * as Redacted from "effect/Redacted";
import * as Stream from "effect/Stream";
import { afterAll, beforeAll, describe, it } from "vitest";
import * as EventCheckerNode from "../../src/adapters/crypto/EventCheckerNode.ts";
import { exportHistory } from "../../src/application/audit/exportHistory.ts";
import { ndjson } from "../../src/application/audit/ndjson.ts";
import { storedArchives } from "../../src/application/retention/storedArchives.ts";
import { verifyLog } from "../../src/application/verify/verifyLog.ts";
import { ArchivedEvents } from "../../src/domain/retention/ArchivedEvents.ts";
import { ArchiveFiles } from "../../src/domain/retention/ArchiveFiles.ts";
import { storage } from "../../src/main/storage.ts";
import { appendHistory, archivable } from "../adapters/postgres/retention/retainedLog.ts";
import { sealLog } from "../support/sealLog.ts";
import * as TestDatabase from "../support/TestDatabase.ts";
import { testSecrets, testSecretsEnvironment } from "../support/testSubjectKeys.ts";
import { type Step, stepAfter, stepsBefore } from "./archiving/steps.ts";

const program = fileURLToPath(new URL("archiving/archiveAndDie.ts", import.meta.url));

const makeStores = (databaseUrl: Redacted.Redacted, dataDir: string) =>
  ManagedRuntime.make(
    Layer.mergeAll(storage({ databaseUrl, dataDir, secrets: testSecrets, purpose: "service" }), EventCheckerNode.layer)
  );

/** What a log has at a moment: the lines of a whole export, the positions that were archived, and the files by kind. */
const observed = Effect.gen(function* () {
  yield* sealLog;
  const lines = (yield* Stream.mkString(yield* exportHistory({}, ndjson))).trimEnd().split("\n").slice(0, -1);
  const rows = yield* (yield* ArchivedEvents).range({ after: 0, upTo: Number.MAX_SAFE_INTEGER });
  const named = (yield* storedArchives("access")).map((each) => each.named);
  const files = yield* (yield* ArchiveFiles).names;
  const report = yield* verifyLog({
    ...{ keys: [], older: [], requiresArchives: true, skewMs: 300_000 },
    progress: () => Effect.void
  });
  assert.isNull(report.firstBad);
  assert.includeMembers(
    [...files],
    named.map(({ file }) => file)
  );
  assert.strictEqual(
    rows.length,
    named.reduce((sum, { count }) => sum + count, 0)
  );
  return { lines, archived: rows.length, archives: named.length, files: files.length };
});

describe("archiving whose process is killed", () => {
  const databases = ManagedRuntime.make(TestDatabase.database);
  let stores: ReturnType<typeof makeStores>;
  let dataDir: string;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const { url } = await databases.runPromise(TestDatabase.TestDatabase);
    dataDir = await mkdtemp(join(tmpdir(), "tidemark-archiving-"));
    const { PATH = "", HOME = "" } = process.env;
    env = { PATH, HOME, DATABASE_URL: Redacted.value(url), DATA_DIR: dataDir, ...testSecretsEnvironment };
    stores = makeStores(url, dataDir);
  });
  afterAll(async () => {
    await stores?.dispose();
    await databases.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (step: Step | "none"): ChildProcess =>
    spawn(process.execPath, [program, step], { env, stdio: "inherit" });

  const ended = async (child: ChildProcess): Promise<NodeJS.Signals | number | null> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child.signalCode ?? child.exitCode;
  };

  const observe = () => stores.runPromise(observed);

  /** Appends events of which some can be archived. */
  const live = async () => {
    await stores.runPromise(appendHistory);
    return observe();
  };

  /** Archives what is due, and returns the log after that, which has every line that it had before. */
  const complete = async (before: Awaited<ReturnType<typeof observe>>) => {
    assert.strictEqual(await ended(start("none")), 0);
    const after = await observe();
    assert.deepStrictEqual(after.lines.slice(0, before.lines.length), before.lines);
    assert.strictEqual(after.archived, before.archived + archivable.access);
    assert.strictEqual(after.archives, before.archives + 1);
  };

  it.each(stepsBefore)(
    "archived nothing %s, and is completed when repeated",
    async (step) => {
      const before = await live();
      assert.strictEqual(await ended(start(step)), "SIGKILL");
      const { files, ...killed } = await observe();
      assert.deepStrictEqual(killed, { lines: before.lines, archived: before.archived, archives: before.archives });
      assert.strictEqual(files - before.files, step === "while the file is written" ? 0 : 1);
      await complete(before);
    },
    120_000
  );

  it(`is complete ${stepAfter}, and a repetition archives nothing again`, async () => {
    const before = await live();
    assert.strictEqual(await ended(start(stepAfter)), "SIGKILL");
    const killed = await observe();
    assert.strictEqual(killed.archives, before.archives + 1);
    await complete(before);
  }, 120_000);

  it("happens completely or not at all at random points, and is completed when repeated", async () => {
    const durations: Array<number> = [];
    for (let round = 0; round < 4; round += 1) {
      const before = await live();
      const begun = performance.now();
      const child = start("none");
      if (round > 0) {
        await setTimeout(Math.max(...durations) * (0.5 + Math.random() / 2));
        child.kill("SIGKILL");
      }
      await ended(child);
      durations.push(performance.now() - begun);
      const { archived, archives } = await observe();
      assert.strictEqual(archived - before.archived, (archives - before.archives) * archivable.access);
      await complete(before);
    }
  }, 240_000);
});
