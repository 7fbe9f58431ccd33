import { assert, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import { base64Bytes } from "../../../../src/adapters/graphql/execute/base64Bytes.ts";

const decoded = async (text: string) => {
  const { bytes, size } = Either.getOrThrow(base64Bytes(text));
  const pieces: Array<Uint8Array> = [];
  for await (const piece of bytes) pieces.push(piece);
  return { size, pieces: pieces.length, whole: Buffer.concat(pieces) };
};

it("returns the bytes that were encoded, and their number in advance", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const { size, whole } = await decoded(Buffer.from(bytes).toString("base64"));
      assert.strictEqual(size, bytes.length);
      assert.deepStrictEqual([...whole], [...bytes]);
    })
  );
});

it("decodes a large text in chunks that add up to the whole", async () => {
  const bytes = Buffer.alloc(1_000_001, "a tide mark");
  const { pieces, size, whole } = await decoded(bytes.toString("base64"));
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
])("refuses %j, and reports the position", (text, where) => {
  assert.include(Either.getOrThrow(Either.flip(base64Bytes(text))), where);
});

it("decodes any text as Node does, or refuses it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.constantFrom(..."AZaz09+/=-_ \n") }), async (text) => {
      const read = base64Bytes(text);
      if (Either.isLeft(read)) return;
      assert.isTrue((await decoded(text)).whole.equals(Buffer.from(text, "base64")));
      assert.strictEqual(read.right.size, Buffer.from(text, "base64").length);
    }),
    { numRuns: 2000 }
  );
});
