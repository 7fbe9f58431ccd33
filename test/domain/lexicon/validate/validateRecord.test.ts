import { assert, describe, it } from "@effect/vitest";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import { validateRecord } from "../../../../src/domain/lexicon/validate/validateRecord.ts";
import { lexiconsOfDocuments } from "../lexiconsOf.ts";
import { readLexiconFolder } from "../readLexiconFolder.ts";
import { startingLexicons } from "../startingLexicons.ts";
import { vectorsFolder } from "../vectorsFolder.ts";

const cid = "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity";

const problemsOf = (collection: string, value: JsonObject) =>
  validateRecord(startingLexicons, collection, { $type: collection, ...value }).map(
    ({ path, reason }) => `${path}: ${reason}`
  );

describe("validateRecord", () => {
  it("reports no problem of a valid record", () => {
    assert.deepStrictEqual(
      problemsOf("xyz.statusphere.status", { status: "👍", createdAt: "2026-01-01T00:00:00Z" }),
      []
    );
    assert.deepStrictEqual(
      problemsOf("app.bsky.actor.profile", {
        displayName: "Alice",
        avatar: { $type: "blob", ref: { $link: cid }, mimeType: "image/png", size: 12 },
        labels: { $type: "com.atproto.label.defs#selfLabels", values: [{ val: "bot" }] },
        somethingNew: [1, 2, 3]
      }),
      []
    );
  });

  it("names every problem by its path", () => {
    assert.deepStrictEqual(problemsOf("xyz.statusphere.status", { status: "two words", createdAt: "yesterday" }), [
      "status: must not be longer than 1 graphemes",
      "createdAt: must be an RFC 3339 datetime with seconds and a time zone, on a day that exists, such as 2026-03-01T10:20:30.123Z"
    ]);
    assert.deepStrictEqual(problemsOf("xyz.statusphere.status", {}), ["status: is missing", "createdAt: is missing"]);
    assert.deepStrictEqual(
      problemsOf("app.bsky.actor.profile", {
        displayName: 7,
        avatar: { $type: "blob", ref: { $link: cid }, mimeType: "text/plain", size: 12 },
        banner: { $type: "blob", ref: { $link: cid }, mimeType: "image/png", size: 1000001 },
        labels: { $type: "com.atproto.label.defs#selfLabels", values: [{ val: "bot" }, { val: 3 }, {}] },
        pinnedPost: { uri: "nothing", cid: null }
      }),
      [
        "displayName: must be a string",
        "avatar: must be of type image/png or image/jpeg, and is text/plain",
        "banner: must have at most 1000000 bytes, and has 1000001",
        "labels.values[1].val: must be a string",
        "labels.values[2].val: is missing",
        "pinnedPost.uri: must be a valid at-uri",
        "pinnedPost.cid: must be a string"
      ]
    );
  });

  it("names what no record can contain by its path, along with all other problems", () => {
    assert.deepStrictEqual(
      problemsOf("xyz.statusphere.status", {
        status: "\ud800",
        other: { number: 1.5, list: [1, { $link: "x" }], bytes: { $bytes: "_-" } },
        ["__proto__"]: 1,
        "\udc00": 1
      }),
      [
        "createdAt: is missing",
        "status: must be valid Unicode, without lone surrogates",
        "other.number: must be an integer within 2^53",
        "other.list[1]: must be a CID",
        "other.bytes: must be base64 (A-Z a-z 0-9 + /)",
        "__proto__: has a name that no record can contain",
        "\udc00: has a name that no record can contain"
      ]
    );
  });

  it("reports all problems of a blob, which a PDS would not check", () => {
    const avatar = (more: JsonObject) => ({
      $type: "blob",
      ref: { $link: cid },
      mimeType: "image/png",
      size: 1,
      ...more
    });
    const wrong = (more: JsonObject) => problemsOf("app.bsky.actor.profile", { avatar: avatar(more) });
    assert.deepStrictEqual(wrong({}), []);
    assert.deepStrictEqual(wrong({ mimeType: "text/plain", size: 0 }), [
      "avatar: must be of type image/png or image/jpeg, and is text/plain",
      "avatar: must have a size of at least 1 byte, and has 0"
    ]);
    assert.deepStrictEqual(wrong({ mimeType: "", size: -2 }), [
      "avatar: must have a mimeType, such as image/png",
      "avatar: must have a size of at least 1 byte, and has -2"
    ]);
    assert.deepStrictEqual(wrong({ ref: { $link: "x" } }), [
      "avatar: must be a blob, as uploadBlob gives it",
      "avatar.ref: must be a CID"
    ]);
  });

  it("requires the $type of the collection, and a known collection", () => {
    assert.deepStrictEqual(
      validateRecord(startingLexicons, "xyz.statusphere.status", { status: "👍", createdAt: "2026-01-01T00:00:00Z" }),
      [{ path: "$type", reason: "must be xyz.statusphere.status, the collection of the record" }]
    );
    assert.deepStrictEqual(validateRecord(startingLexicons, "a.b.c", {}), [
      { path: "", reason: "a.b.c is not a record type of this service" }
    ]);
  });

  it("limits the depth of a record", () => {
    const tree = lexiconsOfDocuments({
      lexicon: 1,
      id: "a.b.tree",
      defs: {
        main: {
          type: "record",
          key: "tid",
          record: { type: "object", properties: { root: { type: "ref", ref: "#node" } } }
        },
        node: { type: "object", properties: { child: { type: "ref", ref: "#node" } } }
      }
    });
    let node: JsonObject = {};
    for (let level = 0; level < 5000; level += 1) node = { child: node };
    const [problem, ...others] = validateRecord(tree, "a.b.tree", { $type: "a.b.tree", root: node });
    assert.deepStrictEqual(others, []);
    assert.strictEqual(problem?.reason, "is nested more than 100 levels deep");
  });
});

const interop = vectorsFolder("atproto-interop/lexicon", "the interoperability tests of record validation");

describe.skipIf(interop === null)("the interoperability tests", () => {
  const files = interop === null ? [] : readLexiconFolder(interop);
  const catalog = lexiconsOfDocuments(
    ...files.flatMap(({ file, document }) => (file === "catalog/record.json" ? [Object(document)] : []))
  );
  const cases = (name: string): ReadonlyArray<{ readonly name: string; readonly data: JsonObject }> =>
    files.flatMap(({ file, document }) => (file === name && Array.isArray(document) ? document : []));

  it.each(cases("record-data-valid.json"))("accept: $name", ({ data }) => {
    assert.deepStrictEqual(validateRecord(catalog, "example.lexicon.record", data), []);
  });

  it.each(cases("record-data-invalid.json"))("refuse: $name", ({ data }) => {
    assert.isNotEmpty(validateRecord(catalog, "example.lexicon.record", data));
  });
});
