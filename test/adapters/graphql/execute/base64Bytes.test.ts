import { assert, it } from "@effect/vitest";
import * as Chunk from "effect/Chunk";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Stream from "effect/Stream";
import * as fc from "fast-check";
import { base64Bytes } from "../../../../src/adapters/graphql/execute/base64Bytes.ts";

const decoded = (text: string) => {
  const { bytes, size } = Either.getOrThrow(base64Bytes(text));
  const pieces = Effect.runSync(Stream.runCollect(bytes));
  return { size, pieces: Chunk.size(pieces), whole: Buffer.concat(Chunk.toReadonlyArray(pieces)) };
};

it("gives the bytes back that were encoded, and says how many beforehand", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const { size, whole } = decoded(Buffer.from(bytes).toString("base64"));
      assert.strictEqual(size, bytes.length);
      assert.deepStrictEqual([...whole], [...bytes]);
    })
  );
});

it("decodes a large text in pieces, which together are the whole", () => {
  const bytes = Buffer.alloc(1_000_001, "a tide mark");
  const { pieces, size, whole } = decoded(bytes.toString("base64"));
  assert.strictEqual(size, bytes.length);
  assert.isTrue(whole.equals(bytes));
  assert.isAbove(pieces, 10);
});

it.each([
  ["!AAA", "position 0"],
  ["AAAA\nAAAA", "position 4"],
  ["data:image/png;base64,AAAA", "position 4"],
  ["AA-_", "position 2"],
  ["AA=A", "position 2"],
  ["A===", "position 1"],
  ["AAAAA", "position 5"],
  ["AAA", "position 3"],
  ["====", "position 0"]
])("refuses %j, and says where", (text, where) => {
  assert.include(Either.getOrThrow(Either.flip(base64Bytes(text))), where);
});

it("reads whatever Node reads in the same way, or refuses it", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."AZaz09+/=-_ \n") }), (text) => {
      const read = base64Bytes(text);
      if (Either.isLeft(read)) return;
      assert.isTrue(decoded(text).whole.equals(Buffer.from(text, "base64")));
      assert.strictEqual(read.right.size, Buffer.from(text, "base64").length);
    }),
    { numRuns: 2000 }
  );
});
