import { describe, expect, it } from "@effect/vitest";
import fc from "fast-check";
import { isDeepJson } from "../../../../src/adapters/http/graphql/isDeepJson.ts";

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? 1 + Object.values(value).reduce((most: number, member) => Math.max(most, depthOf(member)), 0)
    : 0;

describe("isDeepJson", () => {
  it("measures the depth of any JSON, whatever its strings contain", () => {
    const text = fc.string({ unit: fc.constantFrom('"', "\\", "[", "{", "]", "}", "a", "é") });
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.oneof(text, fc.integer(), fc.constant(null)),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(text, tie("value"), { maxKeys: 3 })
      )
    }));
    fc.assert(
      fc.property(value, fc.nat(8), (json, levels) => {
        expect(isDeepJson(Buffer.from(JSON.stringify(json)), levels)).toBe(depthOf(json) > levels);
      })
    );
  });

  it("terminates for a text that ends within a string", () => {
    for (const broken of ['["', '["\\"', '["\\', '{"a', ""]) expect(isDeepJson(Buffer.from(broken), 1)).toBe(false);
  });
});
