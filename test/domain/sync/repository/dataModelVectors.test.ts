import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assert, describe, it } from "@effect/vitest";
import { encode } from "@ipld/dag-cbor";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { CID } from "multiformats/cid";
import { sha256 } from "../../../../src/domain/crypto/sha256.ts";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import { recordCid, toIpld } from "../../../../src/domain/record/value/recordCid.ts";
import { blockCidOf, cidText, parseCidText, toBlockCid } from "../../../../src/domain/sync/repository/cidBytes.ts";
import { recordValue } from "../../../../src/domain/sync/repository/recordValue.ts";
import { vectorsFolder } from "../../lexicon/vectorsFolder.ts";

const folder = vectorsFolder("atproto-interop/data-model", "the data model vectors of AT Protocol");
const read = (name: string): string => (folder === null ? "[]" : readFileSync(join(folder, name), "utf8"));

const JsonMap: Schema.Schema<JsonObject> = Schema.declare(
  (value): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)
);
const Fixtures = Schema.parseJson(
  Schema.Array(Schema.Struct({ json: JsonMap, cbor_base64: Schema.String, cid: Schema.String }))
);
const Valid = Schema.parseJson(Schema.Array(Schema.Struct({ note: Schema.String, json: JsonMap })));
const Invalid = Schema.parseJson(Schema.Array(Schema.Struct({ note: Schema.String, json: Schema.Unknown })));

const collection = "com.example.blah";
const fixtures = Schema.decodeUnknownSync(Fixtures)(read("data-model-fixtures.json"));
const valid = Schema.decodeUnknownSync(Valid)(read("data-model-valid.json"));
const invalid = Schema.decodeUnknownSync(Invalid)(read("data-model-invalid.json"));

describe.skipIf(folder === null)("the data model vectors of AT Protocol", () => {
  it.each(fixtures)("have the block and the JSON of $cid", ({ cbor_base64, cid, json }) => {
    const block = new Uint8Array(Buffer.from(cbor_base64, "base64"));
    assert.deepStrictEqual(recordValue(block, collection), Either.right(json));
    assert.strictEqual(cidText(blockCidOf(sha256(block))), cid);
    assert.deepStrictEqual(parseCidText(cid), blockCidOf(sha256(block)));
    assert.deepStrictEqual(toBlockCid(blockCidOf(sha256(block))), CID.parse(cid));
    assert.deepStrictEqual<unknown>(recordCid(json), Either.right(cid));
  });

  it.each(valid)("are accepted: $note", ({ json }) => {
    assert.deepStrictEqual(recordValue(encode(toIpld(json)), collection), Either.right(json));
  });

  it.each(invalid.filter(({ note }) => note === "top-level not an object" || note === "float"))(
    "are refused: $note",
    ({ json }) => {
      assert.isTrue(Either.isLeft(recordValue(encode(json), collection)));
    }
  );
});
