import { assert, describe, it } from "@effect/vitest";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import { canonicalRecord } from "../../../../src/domain/record/value/canonicalRecord.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";

const base32 = "bafyreiaoijmsblfkzbi2xcjutldf2odebbfhw75gp4g7j7ax54tuhbf6z4";
const base58 = "zdpuAmP6sLPZKXQfkbT4DxWa6dcbDzvDQDGpDkGPRKeLgRtdk";

describe("canonicalRecord", () => {
  it.each<[JsonObject, JsonObject]>([
    [{ $bytes: "AAE=" }, { $bytes: "AAE" }],
    [{ $bytes: "AB" }, { $bytes: "AA" }],
    [{ $bytes: "" }, { $bytes: "" }],
    [{ $link: base58 }, { $link: base32 }],
    [
      { $link: "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEZ79ojWnPbdG" },
      { $link: "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEZ79ojWnPbdG" }
    ],
    [
      { $bytes: "AAE=", more: [{ $bytes: "AAE=" }] },
      { $bytes: "AAE=", more: [{ $bytes: "AAE" }] }
    ],
    [{ $link: 7 }, { $link: 7 }]
  ])("gives %j as %j, of the same CID", (given, canonical) => {
    const record = (value: JsonObject) => ({ $type: "com.example.note", list: [null, { value }] });
    assert.deepStrictEqual(canonicalRecord(record(given)), record(canonical));
    assert.deepStrictEqual(recordCid(record(given)), recordCid(record(canonical)));
  });
});
