import { appendFile, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { layer } from "../../../src/adapters/filesystem/ErasureLedgerFile.ts";
import { ErasureLedger, LedgerUnavailable } from "../../../src/domain/personal/ErasureLedger.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const inFolder = (dataDir: string, missingFolder: "create" | "skip" = "create") =>
  Effect.provide(ErasureLedger, layer({ dataDir, missingFolder }));

it.scoped("keeps each commitment once, in a file that only its user can read", () =>
  Effect.gen(function* () {
    const folder = join(yield* temporaryFolder, "data");
    const ledger = yield* inFolder(folder);
    assert.deepStrictEqual(yield* ledger.commitments, []);
    yield* ledger.add(["one", "two"]);
    yield* ledger.add(["two", "three"]);
    assert.deepStrictEqual(yield* (yield* inFolder(folder)).commitments, ["one", "two", "three"]);
    const { mode } = yield* Effect.promise(() => stat(join(folder, "erasures")));
    assert.strictEqual(mode & 0o777, 0o600);
  })
);

it.scoped("continues on a line of its own after a process that was killed while it wrote", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder;
    const ledger = yield* inFolder(folder);
    yield* ledger.add(["one"]);
    yield* Effect.promise(() => appendFile(join(folder, "erasures"), "tw"));
    yield* ledger.add(["one", "two"]);
    assert.deepStrictEqual(yield* ledger.commitments, ["one", "tw", "two"]);
    assert.strictEqual(yield* Effect.promise(() => readFile(join(folder, "erasures"), "utf8")), "one\ntw\ntwo\n");
  })
);

it.scoped("of a command without its folder is skipped, and no folder is created", () =>
  Effect.gen(function* () {
    const folder = join(yield* temporaryFolder, "elsewhere");
    const ledger = yield* inFolder(folder, "skip");
    yield* ledger.add(["one"]);
    const missing = yield* Effect.promise(() =>
      stat(folder).then(
        () => false,
        () => true
      )
    );
    assert.isTrue(missing);
  })
);

it.scoped("names its file if it cannot be written", () =>
  Effect.gen(function* () {
    const folder = join(yield* temporaryFolder, "erasures");
    const ledger = yield* inFolder(folder);
    yield* ledger.add(["one"]);
    const problem = yield* Effect.flip((yield* inFolder(join(folder, "erasures"))).add(["one"]));
    assert.instanceOf(problem, LedgerUnavailable);
    assert.include(problem.message, join(folder, "erasures", "erasures"));
  })
);
