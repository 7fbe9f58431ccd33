import { expect, it } from "vitest";
import { listHash } from "../../../../src/domain/record/value/listHash.ts";

it("the hash of equal lists is the same, regardless of the order of members", () => {
  expect(listHash([{ a: 1, b: [2] }])).toBe(listHash([{ b: [2], a: 1 }]));
});

it("the hashes of different lists differ", () => {
  const lists = [[], [[]], [null], ["1"], [1], [1, 2], [2, 1], [{ a: 1 }]];
  expect(new Set(lists.map(listHash)).size).toBe(lists.length);
});

it("the hash of a value that is not a list is null", () => {
  for (const value of [undefined, null, "[]", 1, true, { 0: 1 }]) expect(listHash(value)).toBeNull();
});
