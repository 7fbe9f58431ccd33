import { assert, it } from "@effect/vitest";
import { BoundedCache } from "../../../../src/adapters/graphql/plan/BoundedCache.ts";

const kept = (cache: BoundedCache<string, string>, keys: string) => [...keys].filter((key) => cache.get(key) === key);

it("keeps what was used last, up to a weight", () => {
  const cache = new BoundedCache<string, string>(10);
  for (const key of "abc") cache.set(key, key, 3);
  cache.get("a");
  cache.set("d", "d", 4);
  assert.deepStrictEqual(kept(cache, "abcd"), ["a", "c", "d"]);
});

it("counts an entry that is set again once", () => {
  const cache = new BoundedCache<string, string>(10);
  for (let time = 0; time < 5; time += 1) cache.set("a", "a", 5);
  cache.set("b", "b", 5);
  assert.deepStrictEqual(kept(cache, "ab"), ["a", "b"]);
});

it("does not keep what is heavier than all it may hold", () => {
  const cache = new BoundedCache<string, string>(10);
  cache.set("a", "a", 3);
  cache.set("b", "b", 11);
  assert.deepStrictEqual(kept(cache, "ab"), ["a"]);
});
