import { assert, it } from "@effect/vitest";
import * as Option from "effect/Option";
import * as fc from "fast-check";
import { parseMimeType } from "../../../../src/domain/record/blob/parseMimeType.ts";

it.each([
  ["image/png", "image/png"],
  ["IMAGE/PNG", "image/png"],
  ["text/plain; charset=utf-8", "text/plain"],
  [" application/vnd.ipld.car ;", "application/vnd.ipld.car"],
  ["image/svg+xml", "image/svg+xml"]
])("reads %j", (text, expected) => {
  assert.deepStrictEqual(parseMimeType(text), Option.some(expected));
});

it.each([
  "",
  "image",
  "image/",
  "/png",
  "*/*",
  "image/*",
  "image/png/x",
  "image png",
  "image/png, text/plain",
  "a/b\r\nx: y",
  "ä/b"
])("does not read %j", (text) => {
  assert.deepStrictEqual(parseMimeType(text), Option.none());
});

it("a media type contains only what a header and a scope can contain", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."aZ0/*;.+ \r\n\t,é") }), (text) => {
      Option.map(parseMimeType(text), (found) => assert.match(found, /^[a-z0-9.+]+\/[a-z0-9.+]+$/));
    }),
    { numRuns: 2000 }
  );
});
