import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { storage } from "../../../src/main/storage.ts";
import { testKey } from "../../support/sealLog.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import { appendHistory, archivable } from "../postgres/retention/retainedLog.ts";
import { tidemark } from "./tidemark.ts";

/** A log of events that are older than every limit, because the clock of the test stands at 1970. */
const oldLog = Effect.gen(function* () {
  const { url } = yield* TestDatabase;
  const stores = storage({ databaseUrl: url, dataDir: "", secrets: testSecrets, purpose: "service" });
  const { alice } = yield* Effect.provide(appendHistory, stores);
  const folder = yield* temporaryFolder;
  const environment = { DATABASE_URL: Redacted.value(url), DATA_DIR: folder };
  const audit = (...args: ReadonlyArray<string>) => tidemark(environment, "audit", ...args);
  return { alice, audit, environment, archives: join(folder, "archives") };
});

interface ArchiveReport {
  readonly folder: string;
  readonly archived: ReadonlyArray<{ readonly count: number; readonly file: string; readonly firstPosition: number }>;
  readonly leftovers: ReadonlyArray<string>;
}

it.layer(database, { timeout: "60 seconds" })("tidemark audit archive", (it) => {
  it.scoped(
    "archives what is older than the limits, and verifies and prints archives",
    () =>
      Effect.gen(function* () {
        const { alice, archives, audit, environment } = yield* oldLog;
        const unset = yield* audit("archive");
        assert.deepInclude(unset, { code: 2, stdout: "" });
        assert.include(unset.stderr, "--retention is missing, and AUDIT_RETENTION is not set");
        const short = yield* audit("archive", "--retention", "access:1d");
        assert.strictEqual(short.code, 2);
        assert.include(short.stderr, '--retention: "access:1d" has a time that is not between 30 days and 100 years');

        const done = yield* audit("archive", "--retention", "access:90d", "--retention", "writes:1y", "--json");
        assert.deepInclude(done, { code: 0, stderr: "" });
        const report: ArchiveReport = JSON.parse(done.stdout);
        assert.deepInclude(report, { folder: archives, leftovers: [] });
        assert.deepStrictEqual(
          report.archived.map(({ count }) => count),
          [archivable.access, archivable.writes]
        );
        const again = yield* tidemark({ ...environment, AUDIT_RETENTION: "access:90d,writes:1y" }, "audit", "archive");
        assert.deepInclude(again, { code: 0, stdout: "No events are old enough\n" });

        const verified = yield* audit("verify", "--archives", archives);
        assert.strictEqual(verified.code, 0, verified.stdout);
        assert.include(verified.stdout, `\n${archivable.access + archivable.writes} of them are archived\n`);

        const [access = "", writes = ""] = readdirSync(archives).toSorted();
        assert.deepStrictEqual([access, writes], report.archived.map(({ file }) => file).toSorted());
        const offline = yield* audit("verify", join(archives, access), "--key", yield* testKey);
        assert.strictEqual(offline.code, 0, offline.stdout);
        const readable = yield* audit("export", "--archive", join(archives, writes));
        assert.strictEqual(readable.code, 0);
        assert.include(readable.stdout, alice);

        const [first] = report.archived;
        const shown = yield* audit("show", String(first?.firstPosition));
        assert.deepInclude(shown, { code: 1, stdout: "" });
        assert.match(
          shown.stderr,
          new RegExp(
            `Event ${first?.firstPosition} was archived: it is in the archive ${access} of the class access, which event [0-9]+ names. To read it: tidemark audit export --archive ${join(archives, access)}\n`
          )
        );

        rmSync(join(archives, access));
        const lenient = yield* audit("verify");
        assert.strictEqual(lenient.code, 0);
        assert.include(lenient.stdout, `not in ${archives}: ${access}. The contents of ${archivable.access} events`);
        const strict = yield* audit("verify", "--archives", archives);
        assert.strictEqual(strict.code, 1);
        assert.match(strict.stdout, new RegExp(`^position [0-9]+: leaf: the archive ${access} is not in ${archives}`));
        const whole = yield* audit("export", "--output", join(archives, "whole"));
        assert.strictEqual(whole.code, 3);
        assert.include(whole.stderr, `the archive ${access} is not in ${archives}`);
      }),
    120_000
  );
});
