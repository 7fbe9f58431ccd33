import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../../src/domain/json/Json.ts";
import { recordText } from "../../../../src/domain/record/value/recordText.ts";

const json: fc.Arbitrary<Json> = fc.json({ stringUnit: "binary", depthSize: "small" }).map((text) => JSON.parse(text));

describe("recordText", () => {
  it("loses nothing", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(recordText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      })
    );
  });

  it("is the same when it is parsed and written again", () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = recordText(value);
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
      })
    );
  });

  it("does not depend on the order of members", () => {
    expect(recordText({ b: { d: 1, c: [{ z: 1, a: 2 }] }, a: 0, "10": 1, "9": 2 })).toBe(
      recordText({ "9": 2, a: 0, "10": 1, b: { c: [{ a: 2, z: 1 }], d: 1 } })
    );
  });

  it("keeps members with special names in JavaScript, and characters that databases reject", () => {
    const text = '{"__proto__":{"constructor":"\\u0000"},"a":"\\ud800"}';
    expect(recordText(JSON.parse(text))).toBe(text);
  });
});
