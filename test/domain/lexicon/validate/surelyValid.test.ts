import { Lexicons } from "@atproto/lexicon";
import { assert, describe, it } from "@effect/vitest";
import fc from "fast-check";
import type { Json } from "../../../../src/domain/json/Json.ts";
import type { LeafSchema } from "../../../../src/domain/lexicon/validate/LeafSchema.ts";
import { surelyValid } from "../../../../src/domain/lexicon/validate/surelyValid.ts";

const limit = fc.option(fc.nat(40), { nil: undefined });

const formats = ["at-uri", "did", "tid", "handle", "nsid", "record-key", "at-identifier", "uri", "cid"] as const;

const schema: fc.Arbitrary<LeafSchema> = fc.oneof(
  fc.record(
    {
      type: fc.constant("string" as const),
      format: fc.constantFrom(...formats),
      maxLength: fc.nat(40),
      maxGraphemes: fc.nat(40),
      minLength: fc.nat(5),
      minGraphemes: fc.nat(5),
      enum: fc.constant<Array<string>>(["a"]),
      const: fc.constant("a")
    },
    { requiredKeys: ["type"] }
  ),
  fc.record({ type: fc.constant("string" as const), format: fc.constantFrom(...formats) }),
  fc.record({ type: fc.constant("string" as const), maxLength: limit, maxGraphemes: limit }),
  fc.record(
    {
      type: fc.constant("integer" as const),
      minimum: fc.integer({ min: -5, max: 5 }),
      maximum: fc.integer({ min: -5, max: 5 }),
      enum: fc.constant<Array<number>>([1]),
      const: fc.constant(1)
    },
    { requiredKeys: ["type"] }
  ),
  fc.record({ type: fc.constant("boolean" as const), const: fc.boolean() }, { requiredKeys: ["type"] })
);

const did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz";
const texts = [
  did,
  "did:web:example.com",
  "did:x",
  `at://${did}`,
  `at://${did}/app.bsky.feed.post/3jzfcijpj2z2a`,
  `at://${did}/app.bsky.feed.post/3jzfcijpj2z2a#x`,
  "at://alice.example/app.bsky.feed.post/self",
  "at://",
  "3jzfcijpj2z2a",
  "3jzfcijpj2z2",
  "a"
];

const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: "grapheme", maxLength: 45 }),
  fc.string({ maxLength: 45 }),
  fc.integer({ min: -7, max: 7 }),
  fc.constantFrom<Json>(1.5, null, true, false, [], {})
);

const isValid = (leaf: LeafSchema, member: Json): boolean => {
  const main = { type: "object" as const, required: ["value"], properties: { value: leaf } };
  return new Lexicons([{ lexicon: 1, id: "value.holder.document", defs: { main } }]).validate("value.holder.document", {
    value: member
  }).success;
};

describe("surelyValid", () => {
  it("recognizes only what the library accepts", () => {
    fc.assert(
      fc.property(schema, value, (leaf, member) => {
        if (surelyValid(leaf)?.(member)) assert.isTrue(isValid(leaf, member));
      }),
      { numRuns: 10_000 }
    );
  });

  it.each<[LeafSchema, Json]>([
    [{ type: "string" }, ""],
    [{ type: "string", maxLength: 3_000, maxGraphemes: 300 }, "A post of usual length 🚉"],
    [{ type: "string", format: "did" }, did],
    [{ type: "string", format: "at-uri" }, `at://${did}/app.bsky.feed.post/3jzfcijpj2z2a`],
    [{ type: "integer", minimum: 1 }, 2_000],
    [{ type: "boolean" }, false]
  ])("recognizes %j of %j", (leaf, member) => {
    assert.isTrue(surelyValid(leaf)?.(member));
  });
});
