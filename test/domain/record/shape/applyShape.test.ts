import { describe, expect, it } from "vitest";
import type { Json } from "../../../../src/domain/json/Json.ts";
import { cdnBlobUrl } from "../../../../src/domain/record/blob/blobUrl.ts";
import type { Shape } from "../../../../src/domain/record/query/RecordQuery.ts";
import { applyShape, type ShapeContext } from "../../../../src/domain/record/shape/applyShape.ts";

const context: Omit<ShapeContext, "room"> = {
  did: "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
  pds: "https://pds.example",
  blobUrl: cdnBlobUrl("https://cdn.example"),
  resolve: (uri, { key }) => ({ [key]: uri })
};
const scalar = (type: "string" | "instant" | "integer" | "boolean"): Shape => ({ _tag: "ScalarShape", type });
const cid = "bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy";

const blob: Shape = {
  _tag: "BlobShape",
  members: [
    { _tag: "BlobTypename", key: "kind", name: "Blob" },
    { _tag: "BlobRef", key: "ref" },
    { _tag: "BlobMimeType", key: "mimeType" },
    { _tag: "BlobSize", key: "size" },
    { _tag: "BlobUrl", key: "url", preset: "avatar" }
  ]
};
const url = `https://cdn.example/img/avatar/plain/${context.did}/${cid}@jpeg`;

const point: Shape = {
  _tag: "ObjectShape",
  members: [
    { _tag: "ObjectTypename", key: "__typename", name: "Point" },
    { _tag: "ObjectProperty", key: "left", property: "x", shape: scalar("integer") },
    { _tag: "ObjectProperty", key: "proto", property: "constructor", shape: { _tag: "JsonShape" } }
  ]
};
const union: Shape = {
  _tag: "UnionShape",
  variants: new Map([["a.b.c#one", [{ _tag: "ObjectProperty", key: "x", property: "x", shape: scalar("string") }]]])
};

const table: ReadonlyArray<readonly [string, Json | undefined, Shape, Json]> = [
  ["text", "é", scalar("string"), "é"],
  ["half a surrogate pair", "\ud800", scalar("string"), null],
  ["a number for text", 1, scalar("string"), null],
  ["a missing value", undefined, scalar("string"), null],
  [
    "a datetime as it was written",
    "2024-01-01T00:00:00.1234567+02:00",
    scalar("instant"),
    "2024-01-01T00:00:00.1234567+02:00"
  ],
  ["an odd datetime", "2024-01-01", scalar("instant"), null],
  ["an integer", -3, scalar("integer"), -3],
  ["a fraction", 1.5, scalar("integer"), null],
  ["more than a double counts", 2 ** 53, scalar("integer"), null],
  ["a boolean", false, scalar("boolean"), false],
  ["text for a boolean", "false", scalar("boolean"), null],
  ["bytes", { $bytes: "AAE=" }, { _tag: "BytesShape" }, "AAE="],
  ["text for bytes", "AAE=", { _tag: "BytesShape" }, null],
  ["a link", { $link: cid }, { _tag: "LinkShape" }, cid],
  ["a link with no CID", { $link: "../x" }, { _tag: "LinkShape" }, null],
  ["any JSON", { b: [1] }, { _tag: "JsonShape" }, { b: [1] }],
  [
    "a list with one that does not fit",
    [1, "2", null],
    { _tag: "ListShape", item: scalar("integer") },
    [1, null, null]
  ],
  ["no list", { 0: 1 }, { _tag: "ListShape", item: scalar("integer") }, null],
  ["an object", { x: 1, y: 2 }, point, { __typename: "Point", left: 1, proto: null }],
  ["a list for an object", [1], point, null],
  ["a variant", { $type: "a.b.c#one", x: "y" }, union, { x: "y" }],
  ["an unknown variant", { $type: "a.b.c#two", x: "y" }, union, null],
  ["no type", { x: "y" }, union, null],
  ["a list for a type", { $type: ["a.b.c#one"], x: "y" }, union, null],
  [
    "a blob",
    { $type: "blob", ref: { $link: cid }, mimeType: "image/png", size: 3 },
    blob,
    { kind: "Blob", ref: cid, mimeType: "image/png", size: 3, url }
  ],
  [
    "the first form of a blob",
    { cid, mimeType: "image/png" },
    blob,
    { kind: "Blob", ref: cid, mimeType: "image/png", size: null, url }
  ],
  [
    "a blob that is no image",
    { ref: { $link: cid }, mimeType: "video/mp4", size: "3" },
    blob,
    {
      kind: "Blob",
      ref: cid,
      mimeType: "video/mp4",
      size: null,
      url: `https://pds.example/xrpc/com.atproto.sync.getBlob?did=${context.did}&cid=${cid}`
    }
  ],
  ["a blob without a CID", { $type: "blob", mimeType: "image/png", size: 3 }, blob, null],
  ["a blob whose CID leaves the path", { cid: "../../secret", mimeType: "image/png" }, blob, null]
];

describe("applyShape", () => {
  it.each(table)("%s", (_, value, shape, expected) => {
    expect(applyShape(value, shape, { ...context, room: { left: 10_000 } })).toEqual(expected);
  });

  it("returns no URL of a blob at an unknown PDS", () => {
    const value = { ref: { $link: cid }, mimeType: "video/mp4" };
    expect(applyShape(value, blob, { ...context, pds: null, room: { left: 10_000 } })).toMatchObject({
      ref: cid,
      url: null
    });
  });
});
