import { assert, describe, it } from "@effect/vitest";
import { encode } from "@ipld/dag-cbor";
import * as Either from "effect/Either";
import fc from "fast-check";
import { CID } from "multiformats/cid";
import { sha256 } from "multiformats/hashes/sha2";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { isJsonObject } from "../../../../src/domain/json/isJsonObject.ts";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import type { SkipReason } from "../../../../src/domain/sync/backfill/SkipReason.ts";
import { statedRecord } from "../../../../src/domain/sync/stream/statedRecord.ts";

const note = Nsid.make("dev.example.note");

const cidOf = async (value: unknown): Promise<string> => {
  const encoded = encode(value);
  return CID.createV1(0x71, await sha256.digest(encoded)).toString();
};

const parsed = (text: string): JsonObject => {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : assert.fail("not an object");
};

const dataModel = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.string({ unit: "grapheme" }),
    fc.array(tie("value"), { maxLength: 4 }),
    tie("map")
  ),
  map: fc.dictionary(
    fc.string({ unit: "grapheme" }).filter((key) => key !== "$link" && key !== "$bytes" && key !== "__proto__"),
    tie("value"),
    { maxKeys: 5, noNullPrototype: true }
  )
}));

describe("statedRecord", () => {
  it("accepts every value of the data model with the CID that other libraries compute", async () => {
    await fc.assert(
      fc.asyncProperty(dataModel.map, async (map) => {
        const value = { ...parsed(JSON.stringify(map)), $type: note };
        assert.deepStrictEqual(statedRecord(value, await cidOf(value), note), Either.right(value));
      })
    );
  });

  const link = "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454";
  it("accepts links and bytes", async () => {
    const value = parsed(`{"link":{"$link":"${link}"},"bytes":{"$bytes":"aGk"}}`);
    const cid = await cidOf({ link: CID.parse(link), bytes: new TextEncoder().encode("hi") });
    assert.deepStrictEqual(statedRecord(value, cid, note), Either.right(value));
  });

  it.each<[string, string, unknown, SkipReason]>([
    ["an integer that JSON rounds", '{"a":9007199254740993}', { a: 9_007_199_254_740_993n }, "integer-too-large"],
    ["a floating-point number", '{"a":1.5}', { a: 1.5 }, "float"],
    ["an exponent that makes an infinite number", '{"a":1e999}', { a: 0 }, "float"],
    ["half of a surrogate pair", '{"a":"\\ud800"}', { a: "" }, "invalid-utf8"],
    ["half of a surrogate pair in a name", '{"\\ud800":0}', {}, "cid-mismatch"],
    ["two members with one name, of which the first counts", '{"a":1,"a":2}', { a: 1 }, "cid-mismatch"],
    ["a replaced character", '{"a":"\ufffd"}', { a: "\u0080" }, "cid-mismatch"],
    ["bytes that hash to something else", '{"a":1}', { a: 2 }, "cid-mismatch"],
    ["a map that JSON shows as a link", `{"a":{"$link":"${link}"}}`, { a: { $link: link } }, "cid-mismatch"],
    ["a link that is none", '{"a":{"$link":"x"}}', { a: 0 }, "cid-mismatch"],
    ["another type", '{"$type":"dev.example.other"}', { $type: "dev.example.other" }, "wrong-type"],
    ["129 levels", `{"a":${"[".repeat(128)}${"]".repeat(128)}}`, {}, "nested-too-deep"],
    ["4,000 levels", `{"a":${"[".repeat(4_000)}${"]".repeat(4_000)}}`, {}, "nested-too-deep"],
    ["a million levels", `{"a":${"[".repeat(1e6)}${"]".repeat(1e6)}}`, {}, "nested-too-deep"]
  ])("refuses %s", async (_, text, original, reason) => {
    assert.deepStrictEqual(statedRecord(parsed(text), await cidOf(original), note), Either.left(reason));
  });

  it("refuses a CID that is not one", () => {
    assert.deepStrictEqual(statedRecord({}, "x", note), Either.left("cid-mismatch"));
  });
});
