import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import { sha256Base64Url } from "../../src/domain/crypto/sha256.ts";
import { ArchiveFiles } from "../../src/domain/retention/ArchiveFiles.ts";

const text = new TextDecoder();

/** Writing and reading archives, as every store does it. */
export const archiveFilesContract = <E>(name: string, files: () => Layer.Layer<ArchiveFiles, E>) => {
  const test = <A, F>(title: string, effect: Effect.Effect<A, F, ArchiveFiles>) =>
    it.effect(`ArchiveFiles contract: ${name}: ${title}`, () => Effect.provide(effect, files()));

  test(
    "returns the bytes that were written, under a name that has their hash",
    Effect.gen(function* () {
      const { names, read, write } = yield* ArchiveFiles;
      assert.deepStrictEqual(yield* names, []);
      const file = yield* write("access-1", Stream.make("ä\n", "b\n"));
      assert.strictEqual(file, `access-1-${sha256Base64Url("ä\nb\n").slice(0, 12)}.ndjson`);
      assert.strictEqual(text.decode(yield* read(file)), "ä\nb\n");
      assert.deepStrictEqual(yield* names, [file]);
    })
  );

  test(
    "never overwrites other bytes",
    Effect.gen(function* () {
      const { names, read, write } = yield* ArchiveFiles;
      const one = yield* write("access-1", Stream.make("one\n"));
      const two = yield* write("access-1", Stream.make("two\n"));
      assert.strictEqual(yield* write("access-1", Stream.make("one\n")), one);
      assert.strictEqual(text.decode(yield* read(one)), "one\n");
      assert.deepStrictEqual(yield* names, [one, two].toSorted());
    })
  );

  test(
    "leaves no file of lines that end with a failure",
    Effect.gen(function* () {
      const { names, write } = yield* ArchiveFiles;
      const lines = Stream.concat(Stream.make("one\n"), Stream.fail("gone" as const));
      assert.strictEqual(yield* Effect.flip(write("access-1", lines)), "gone");
      assert.deepStrictEqual(yield* names, []);
    })
  );

  test(
    "says which archive is missing, and in which folder",
    Effect.gen(function* () {
      const { folder, read } = yield* ArchiveFiles;
      const missing = yield* Effect.flip(read("access-1-AAAAAAAAAAAA.ndjson"));
      assert.strictEqual(missing.reason, "missing");
      assert.strictEqual(
        missing.message,
        `the archive access-1-AAAAAAAAAAAA.ndjson is not in ${folder}: put it back, or set AUDIT_ARCHIVES to its folder`
      );
    })
  );

  test(
    "reads the archives of another folder",
    Effect.gen(function* () {
      const { at, folder, write } = yield* ArchiveFiles;
      yield* write("access-1", Stream.make("one\n"));
      const other = at(`${folder}-elsewhere`);
      assert.deepStrictEqual(yield* other.names, []);
      assert.strictEqual(other.folder, `${folder}-elsewhere`);
    })
  );
};
