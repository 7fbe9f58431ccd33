import { assert, describe, it } from "@effect/vitest";
import { decode, encode } from "@ipld/dag-cbor";
import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import fc from "fast-check";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import type { Json, JsonObject } from "../../../../src/domain/json/Json.ts";
import { toIpld } from "../../../../src/domain/record/value/recordCid.ts";
import type { SkipReason } from "../../../../src/domain/sync/backfill/SkipReason.ts";
import { recordValue } from "../../../../src/domain/sync/repository/recordValue.ts";
import { runsOf } from "../../../support/runsOf.ts";

const note = Nsid.make("dev.example.note");
const link = "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454";
const hex = (text: string): Uint8Array => Either.getOrThrow(Encoding.decodeHex(text.replaceAll(" ", "")));
/** A map with one member `a`. */
const member = (value: string): Uint8Array => hex(`a1 61 61 ${value}`);
const nested = (levels: number): Uint8Array => member(`${"81".repeat(levels)}00`);

describe("a record's block", () => {
  it.each<[string, Uint8Array, SkipReason]>([
    ["a string with half a surrogate pair", member("63 eda080"), "invalid-utf8"],
    ["a name with half a surrogate pair", hex("a1 63 eda080 00"), "invalid-utf8"],
    ["an overlong form in a string", member("62 c080"), "invalid-utf8"],
    ["2^64 - 1", member("1b ffffffffffffffff"), "integer-too-large"],
    ["2^53", member("1b 0020000000000000"), "integer-too-large"],
    ["-2^53", member("3b 001fffffffffffff"), "integer-too-large"],
    ["-2^64", member("3b ffffffffffffffff"), "integer-too-large"],
    ["1.5", member("fb 3ff8000000000000"), "float"],
    ["1.0, which JSON shows as 1", member("fb 3ff0000000000000"), "float"],
    ["-0.0", member("fb 8000000000000000"), "float"],
    ["NaN as a half", member("f9 7e00"), "float"],
    ["more levels than a stack", nested(5_000), "nested-too-deep"],
    ["a list", hex("80"), "not-a-map"],
    ["bytes", hex("41 00"), "not-a-map"],
    ["a map that JSON shows as a link", encode({ a: { $link: link } }), "reserved-name"],
    ["a map that JSON shows as bytes", encode({ a: { $bytes: "aGk" } }), "reserved-name"],
    ["names out of order", hex("a2 6162 00 6161 00"), "not-dag-cbor"],
    ["a longer name first", hex("a2 626161 00 6162 00"), "not-dag-cbor"],
    ["a name twice", hex("a2 6161 00 6161 01"), "not-dag-cbor"],
    ["a number as a name", hex("a1 00 00"), "not-dag-cbor"],
    ["an integer with a leading zero", member("18 01"), "not-dag-cbor"],
    ["a length with a leading zero", member("78 01 61"), "not-dag-cbor"],
    ["a list without a length", member("9f 00 ff"), "not-dag-cbor"],
    ["undefined", member("f7"), "not-dag-cbor"],
    ["an unknown tag", member("c0 60"), "not-dag-cbor"],
    ["a link that is no CID", member("d82a 42 0001"), "not-dag-cbor"],
    ["a link without its zero", member("d82a 41 01"), "not-dag-cbor"],
    ["what is cut off", hex("a1 61"), "not-dag-cbor"],
    ["a length beyond the end", member("9b 00000000ffffffff"), "not-dag-cbor"],
    ["something after the end", hex("a0 00"), "not-dag-cbor"],
    ["nothing", hex(""), "not-dag-cbor"],
    ["another type", encode({ $type: "dev.example.other" }), "wrong-type"],
    ["a type that is no string", encode({ $type: 1 }), "wrong-type"]
  ])("is left out with %s", (_, block, reason) => {
    assert.deepStrictEqual(recordValue(block, note), Either.left(reason));
  });

  it.each<[string, Uint8Array, JsonObject]>([
    ["2^53 - 1", member("1b 001fffffffffffff"), { a: Number.MAX_SAFE_INTEGER }],
    ["-(2^53 - 1)", member("3b 001ffffffffffffe"), { a: Number.MIN_SAFE_INTEGER }],
    ["U+FFFD as it was written", member("63 efbfbd"), { a: "\ufffd" }],
    ["a byte order mark", member("64 efbbbf 61"), { a: "\ufeffa" }],
    ["NUL", member("61 00"), { a: "\u0000" }],
    ["__proto__ as a name", hex("a1 69 5f5f70726f746f5f5f 00"), JSON.parse('{"__proto__":0}')],
    ["$link beside another member", encode({ a: { $link: link, b: 1 } }), { a: { $link: link, b: 1 } }],
    ["$bytes that is no string", encode({ a: { $bytes: 1 } }), { a: { $bytes: 1 } }],
    ["no type", encode({}), {}],
    ["its own type", encode({ $type: note }), { $type: note }]
  ])("is taken with %s", (_, block, value) => {
    assert.deepStrictEqual(recordValue(block, note), Either.right(value));
  });
});

const bytes = fc.uint8Array({ maxLength: 40 });
const text = fc.oneof(fc.string({ unit: "binary", maxLength: 30 }), fc.constantFrom("\ufeff", "$link", "__proto__"));
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(text, fc.maxSafeInteger(), fc.boolean(), fc.constant(null), bytes, fc.constant(toIpld({ $link: link }))),
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(text, tie("value"), { maxKeys: 5, noNullPrototype: true })
  )
})).value;
const records = fc.dictionary(text, values, { maxKeys: 6, noNullPrototype: true }).map((value) => encode(value));
const changed = fc
  .tuple(records, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 }))
  .map(([block, changes]) => {
    const other = Uint8Array.from(block);
    for (const [at, byte] of changes) other[at % other.length] = byte;
    return other;
  });

/** What another decoder makes of a block, encoded again: null when it cannot be decoded, or not as JSON. */
const reencoded = (block: Uint8Array): Uint8Array | null =>
  Either.getOrNull(Either.try(() => encode(toIpld(jsonOf(decode(block))))));

const jsonOf = (value: unknown): Json => {
  if (typeof value === "bigint") throw new TypeError("too large");
  if (value instanceof Uint8Array) return { $bytes: Encoding.encodeBase64(value) };
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== "object" || value === null) return JSON.parse(JSON.stringify(value));
  if ("asCID" in value) return { $link: String(value) };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, jsonOf(each)]));
};

describe("an accepted record", () => {
  it("encodes to its block again, and every record that does is accepted", () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(records, changed), (block) => {
        const value = recordValue(block, note);
        if (Either.isRight(value)) {
          taken += 1;
          assert.deepStrictEqual(encode(toIpld(value.right)), block);
        } else if (!["wrong-type", "not-a-map"].includes(value.left)) assert.notDeepEqual(reencoded(block), block);
      }),
      { numRuns: runsOf(20_000) }
    );
    assert.isAbove(taken, runsOf(1_000));
  }, 60_000);
});
