import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { layer } from "../../../src/adapters/filesystem/ArchiveFilesFolder.ts";
import { ArchiveFiles } from "../../../src/domain/retention/ArchiveFiles.ts";
import { archiveFilesContract } from "../../contracts/archiveFilesContract.ts";

const parent = mkdtempSync(join(tmpdir(), "archive-files-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

let folders = 0;
const freshFolder = (): string => join(parent, `${folders++}`, "archives");

archiveFilesContract("folder", () => layer(freshFolder()));

it.effect(
  "An archive and its folder can be read by the user of the service only, and nothing else is left behind",
  () => {
    const folder = freshFolder();
    return Effect.gen(function* () {
      const file = yield* (yield* ArchiveFiles).write("writes-2", Stream.make("one\n"));
      assert.strictEqual(statSync(folder).mode & 0o777, 0o700);
      assert.strictEqual(statSync(join(folder, file)).mode & 0o777, 0o600);
      assert.deepStrictEqual(readdirSync(folder), [file]);
    }).pipe(Effect.provide(layer(folder)));
  }
);

it.effect("A folder that cannot be written to is named, with what to do", () => {
  const folder = join(parent, "a-file");
  writeFileSync(folder, "");
  return Effect.gen(function* () {
    const { message } = yield* Effect.flip((yield* ArchiveFiles).write("writes-2", Stream.make("one\n")));
    assert.strictEqual(
      message,
      `no archive can be written to ${folder}: set AUDIT_ARCHIVES to a folder that the user of the service may write to`
    );
  }).pipe(Effect.provide(layer(folder)));
});
