import { assert, describe, it } from "@effect/vitest";
import { encode } from "@ipld/dag-cbor";
import fc from "fast-check";
import { isJsonObject } from "../../../../src/domain/json/isJsonObject.ts";
import type { Json } from "../../../../src/domain/json/Json.ts";
import { withDagCbor } from "../../../../src/domain/record/value/encodeDagCbor.ts";
import { toIpld } from "../../../../src/domain/record/value/recordCid.ts";
import { runsOf } from "../../../support/runsOf.ts";

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string({ minLength: 20, maxLength: 300 }),
  fc.integer({ min: 80, max: 70_000 }).map((length) => "é".repeat(length))
);

const special: fc.Arbitrary<Json> = fc.oneof(
  fc
    .constantFrom(
      "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454",
      "QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR",
      "x"
    )
    .map(($link): Json => ({ $link })),
  fc.base64String().map(($bytes): Json => ({ $bytes })),
  fc.constantFrom<Json>({ $bytes: "AAE" }, { $bytes: "%" }, { $link: 1 }, { $link: "x", more: 1 })
);

const { value: json } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constant<Json>(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.integer(),
    fc.constantFrom<Json>(-0, 23, 24, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, -24, -25, 1.5, 2 ** 53),
    text,
    special,
    fc.array(tie("value"), { maxLength: 30 }),
    fc.dictionary(text, tie("value"), { maxKeys: 30, noNullPrototype: true })
  )
}));

const outcome = (run: () => Uint8Array): string => {
  try {
    return Buffer.from(run()).toString("hex");
  } catch {
    return "refused";
  }
};

describe("withDagCbor", () => {
  it("encodes what @ipld/dag-cbor encodes, and refuses what the data model cannot hold", () => {
    fc.assert(
      fc.property(json, (value) => {
        const own = outcome(() => withDagCbor(value, (encoded) => Uint8Array.from(encoded)));
        assert.strictEqual(
          own,
          outcome(() => encode(toIpld(value)))
        );
      }),
      { numRuns: runsOf(2_000) }
    );
  });

  it("encodes a value that follows one that was refused, or was larger than what is kept", () => {
    const small = () => withDagCbor({ a: 1 }, (encoded) => Buffer.from(encoded).toString("hex"));
    const expected = small();
    assert.throws(() => withDagCbor({ a: [1, 1.5] }, () => null));
    assert.strictEqual(small(), expected);
    assert.isAbove(
      withDagCbor("x".repeat(2_000_000), (encoded) => encoded.length),
      2_000_000
    );
    assert.strictEqual(small(), expected);
  });

  it("sorts keys by their length, and keys of the same length by their bytes", () => {
    const value = { bb: 1, a: 2, é: 3, "\u{1f600}": 4, "\uffff\u0001": 5, aaaa: 6 };
    assert.isTrue(isJsonObject(value));
    withDagCbor(value, (encoded) => assert.deepStrictEqual([...encoded], [...encode(value)]));
  });
});
