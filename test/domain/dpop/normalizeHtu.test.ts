import { assert, describe, it } from "@effect/vitest";
import * as Option from "effect/Option";
import * as fc from "fast-check";
import { normalizeHtu } from "../../../src/domain/dpop/normalizeHtu.ts";

describe("normalizeHtu", () => {
  it.each([
    ["https://app.example/oauth/token", "https://app.example/oauth/token"],
    ["HTTPS://APP.Example:443/oauth/token?a=b#c", "https://app.example/oauth/token"],
    ["http://app.example:80/", "http://app.example/"],
    ["https://app.example", "https://app.example/"],
    ["https://app.example:8443/a", "https://app.example:8443/a"],
    ["https://app.example/%7Euser/%61", "https://app.example/~user/a"],
    ["https://app.example/a%2fb", "https://app.example/a%2Fb"],
    ["https://app.example/a/./b/../c", "https://app.example/a/c"],
    ["https://app.example/a/%2e%2E/c", "https://app.example/c"],
    ["https://app.example/%%37E", "https://app.example/%257E"],
    ["http://127.0.0.1:8080/graphql", "http://127.0.0.1:8080/graphql"]
  ])("DP-10 brings %s to %s", (text, normal) => {
    assert.deepStrictEqual(normalizeHtu(text), Option.some(normal));
  });

  it.each([
    "",
    "/oauth/token",
    "app.example/oauth/token",
    "ftp://app.example/",
    "https://user@app.example/",
    "https://u:p@app.example/"
  ])("has none for %j", (text) => {
    assert.deepStrictEqual(normalizeHtu(text), Option.none());
  });

  it("distinguishes trailing slashes, letter case of the path, and other ports", () => {
    const normal = normalizeHtu("https://app.example/oauth/token");
    for (const text of [
      "https://app.example/oauth/token/",
      "https://app.example/OAuth/token",
      "https://app.example:444/oauth/token"
    ]) {
      assert.notDeepEqual(normalizeHtu(text), normal);
    }
  });

  it("is idempotent, and ignores query and fragment", () => {
    const path = fc.string({ unit: fc.constantFrom("%", "2", "5", "e", "E", "7", "/", ".", "a", "~", "é", "\\", ";") });
    fc.assert(
      fc.property(fc.webUrl(), path, fc.webQueryParameters(), (base, tail, query) => {
        const text = `${base}/${tail}`;
        const normal = normalizeHtu(text);
        assert.deepStrictEqual(Option.flatMap(normal, normalizeHtu), normal);
        assert.deepStrictEqual(normalizeHtu(`${text}?${query}#x`), normal);
      }),
      { numRuns: 2000 }
    );
  });
});
