import { assert, it } from "@effect/vitest";
import { freeBuffersEagerly } from "../../../../../src/adapters/http/server/request/freeBuffersEagerly.ts";

const pieces = (count: number, size: number) => Array.from({ length: count }, () => new Uint8Array(size));

it("frees chunks that lie a mebibyte behind, and none before that", () => {
  const given = pieces(40, 65_536);
  const took = freeBuffersEagerly();
  for (const piece of given) took(piece);
  const kept = given.map(({ byteLength }) => byteLength > 0);
  assert.deepStrictEqual(kept, [...Array<boolean>(24).fill(false), ...Array<boolean>(16).fill(true)]);
});

it("does not free small chunks, or those that share their memory", () => {
  const took = freeBuffersEagerly();
  const small = pieces(3, 100);
  const shared = new Uint8Array(new ArrayBuffer(200_000), 0, 65_536);
  for (const piece of [...small, shared, ...pieces(40, 65_536)]) took(piece);
  assert.deepStrictEqual(
    [...small, shared].map(({ byteLength }) => byteLength),
    [100, 100, 100, 65_536]
  );
});
