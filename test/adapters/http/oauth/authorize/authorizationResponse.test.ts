import { assert, it } from "@effect/vitest";
import * as fc from "fast-check";
import {
  authorizationResponse,
  plainDescription
} from "../../../../../src/adapters/http/oauth/authorize/authorizationResponse.ts";

const text = fc.string({ unit: "grapheme" });

it.each([
  ["https://app.example/cb", "https://app.example/cb?code=a&iss=b"],
  ["https://app.example", "https://app.example?code=a&iss=b"],
  ["https://app.example/cb?x=1", "https://app.example/cb?x=1&code=a&iss=b"],
  ["https://app.example/cb?", "https://app.example/cb?code=a&iss=b"],
  ["https://app.example/cb?x=1&", "https://app.example/cb?x=1&code=a&iss=b"],
  ["https://app.example/cb??", "https://app.example/cb??&code=a&iss=b"],
  ["com.example.app:/cb", "com.example.app:/cb?code=a&iss=b"],
  ["http://127.0.0.1:50000/cb", "http://127.0.0.1:50000/cb?code=a&iss=b"]
])("AZ-13 responds to %s at %s", (redirectUri, expected) => {
  assert.strictEqual(authorizationResponse(redirectUri, { code: "a", state: null, iss: "b" }), expected);
});

it("AZ-10 contains every member unchanged, in addition to the existing query", () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), text, text, (uri, code, state) => {
      const before = [...new URL(uri).searchParams];
      const after = [...new URL(authorizationResponse(uri, { code, state, iss: "https://b.example" })).searchParams];
      assert.deepStrictEqual(after, [...before, ["code", code], ["state", state], ["iss", "https://b.example"]]);
    })
  );
});

it("AZ-18 uses only the characters in descriptions that RFC 6749 allows", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (description) => {
      assert.match(plainDescription(description), /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
    })
  );
  assert.strictEqual(plainDescription("No account has this handle"), "No account has this handle");
});

it("AZ-18 quotes as much of a long parameter as fits into a Location header", () => {
  assert.lengthOf(plainDescription("x".repeat(20_000)), 300);
});
