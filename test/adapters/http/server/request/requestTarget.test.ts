import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { requestTarget } from "../../../../../src/adapters/http/server/request/requestTarget.ts";

describe("requestTarget", () => {
  it.each([
    ["/", { path: "/", query: "", authority: null }],
    ["/a?b=c?d", { path: "/a", query: "b=c?d", authority: null }],
    ["//a/b", { path: "//a/b", query: "", authority: null }],
    ["http://a.example/b?c", { path: "/b", query: "c", authority: "a.example" }],
    ["HTTPS://A.example:443/b", { path: "/b", query: "", authority: "A.example:443" }],
    ["http://a.example", { path: "/", query: "", authority: "a.example" }],
    ["http://a.example?c", { path: "/", query: "c", authority: "a.example" }],
    ["http:///b", { path: "http:///b", query: "", authority: null }],
    ["ftp://a.example/b", { path: "ftp://a.example/b", query: "", authority: null }],
    ["*", { path: "*", query: "", authority: null }]
  ])("reads %s", (target, read) => {
    assert.deepStrictEqual(requestTarget(target), read);
  });

  it("reads the same path and query from both forms", () => {
    const part = fc.stringMatching(/^[a-z0-9%:@.&=/-]{0,20}$/);
    fc.assert(
      fc.property(part, fc.option(part), (path, query) => {
        const target = `/${path}${query === null ? "" : `?${query}`}`;
        const { authority, ...rest } = requestTarget(`http://a.example:80${target}`);
        assert.strictEqual(authority, "a.example:80");
        assert.deepStrictEqual({ ...rest, authority: null }, requestTarget(target));
      })
    );
  });
});
