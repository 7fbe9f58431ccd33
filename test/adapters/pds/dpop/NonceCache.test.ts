import { assert, describe, it } from "@effect/vitest";
import { NonceCache } from "../../../../src/adapters/pds/dpop/NonceCache.ts";

describe("NonceCache", () => {
  it("stores the last nonce of an origin, whatever the path", () => {
    const nonces = new NonceCache();
    nonces.learn("https://pds.example.com/a", "one");
    nonces.learn("https://pds.example.com/b?c", "two");
    nonces.learn("https://pds.example.com/a", undefined);
    assert.strictEqual(nonces.get("https://pds.example.com/d"), "two");
    assert.isUndefined(nonces.get("https://pds.example.com:444/"));
  });

  it("ignores a nonce that is invalid or too long", () => {
    const nonces = new NonceCache();
    nonces.learn("https://pds.example.com/", "good");
    for (const odd of ["", "a b", 'a"b', "grün", "a\\b", "x".repeat(513)])
      nonces.learn("https://pds.example.com/", odd);
    assert.strictEqual(nonces.get("https://pds.example.com/"), "good");
  });

  it("evicts the origins whose nonce is the oldest", () => {
    const nonces = new NonceCache();
    const origin = (index: number) => `https://pds${index}.example.com/`;
    for (let index = 0; index < 2_000; index += 1) nonces.learn(origin(index), "nonce");
    nonces.learn(origin(0), "again");
    nonces.learn(origin(2_000), "nonce");
    assert.strictEqual(nonces.get(origin(0)), "again");
    assert.isUndefined(nonces.get(origin(1)));
    assert.strictEqual(nonces.get(origin(2)), "nonce");
  });
});
