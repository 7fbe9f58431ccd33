import { assert, describe, it } from "@effect/vitest";
import { toRecordValue } from "../../../../../src/adapters/graphql/plan/mutation/toRecordValue.ts";
import type { JsonObject } from "../../../../../src/domain/json/Json.ts";
import { lexiconsOfDocuments } from "../../../../domain/lexicon/lexiconsOf.ts";

const theme = {
  lexicon: 1,
  id: "a.b.theme",
  defs: { main: { type: "record", key: "tid", record: { type: "object", properties: { color: { type: "string" } } } } }
};
const mark = {
  lexicon: 1,
  id: "a.b.mark",
  defs: { main: { type: "record", key: "tid", record: { type: "object", properties: {} } } }
};
const lexicons = lexiconsOfDocuments(theme, mark, {
  lexicon: 1,
  id: "a.b.thing",
  defs: {
    main: {
      type: "record",
      key: "tid",
      record: {
        type: "object",
        nullable: ["nothing"],
        properties: {
          "with-hyphen": { type: "string" },
          nothing: { type: "string" },
          count: { type: "integer" },
          bytes: { type: "bytes" },
          link: { type: "cid-link" },
          links: { type: "array", items: { type: "cid-link" } },
          any: { type: "unknown" },
          image: { type: "blob" },
          inner: { type: "object", properties: { image: { type: "blob" }, deep: { type: "ref", ref: "#left" } } },
          either: { type: "union", refs: ["#left", "#right", "#empty"] },
          theme: { type: "ref", ref: "a.b.theme" },
          themes: { type: "array", items: { type: "ref", ref: "a.b.theme" } },
          mark: { type: "ref", ref: "a.b.mark" },
          several: { type: "array", items: { type: "union", refs: ["#left", "#right"] } }
        }
      }
    },
    left: { type: "object", properties: { l: { type: "string" } } },
    right: { type: "object", properties: { r: { type: "bytes" } } },
    empty: { type: "object", properties: {} }
  }
});
const collection = lexicons.collections.find(({ nsid }) => String(nsid) === "a.b.thing");

const translated = (input: JsonObject) => {
  if (collection === undefined) throw new Error("There is no collection");
  return toRecordValue(lexicons, collection, input);
};

const blob = { ref: "bafy", mimeType: "image/png", size: 1 };
const stored = { $type: "blob", ref: { $link: "bafy" }, mimeType: "image/png", size: 1 };

describe("toRecordValue", () => {
  it.each<[JsonObject, JsonObject]>([
    [{}, {}],
    [{ with_hyphen: "a" }, { "with-hyphen": "a" }],
    [{ nothing: null, count: null }, { nothing: null }],
    [{ count: 0 }, { count: 0 }],
    [{ bytes: "AAAA" }, { bytes: { $bytes: "AAAA" } }],
    [
      { link: "bafy", links: ["bafy", "bafz"] },
      { link: { $link: "bafy" }, links: [{ $link: "bafy" }, { $link: "bafz" }] }
    ],
    [{ any: { $type: "x", deep: [1, null] } }, { any: { $type: "x", deep: [1, null] } }],
    [{ image: blob }, { image: stored }],
    [{ inner: { image: blob, deep: { l: "x" } } }, { inner: { image: stored, deep: { l: "x" } } }],
    [{ either: { type: "LEFT", left: { l: "x" } } }, { either: { l: "x", $type: "a.b.thing#left" } }],
    [{ either: { type: "LEFT", left: { l: "x" }, right: null } }, { either: { l: "x", $type: "a.b.thing#left" } }],
    [{ either: { type: "RIGHT", right: { r: "AA" } } }, { either: { r: { $bytes: "AA" }, $type: "a.b.thing#right" } }],
    // A record within a record says what it is, which its input type cannot.
    [{ theme: { color: "red" } }, { theme: { color: "red", $type: "a.b.theme" } }],
    [{ themes: [{}] }, { themes: [{ $type: "a.b.theme" }] }],
    [{ mark: { any: 1 } }, { mark: { any: 1, $type: "a.b.mark" } }],
    [{ either: { type: "EMPTY" } }, { either: { $type: "a.b.thing#empty" } }],
    [
      {
        several: [
          { type: "LEFT", left: { l: "x" } },
          { type: "RIGHT", right: {} }
        ]
      },
      { several: [{ l: "x", $type: "a.b.thing#left" }, { $type: "a.b.thing#right" }] }
    ]
  ])("%j", (input, expected) => {
    assert.deepStrictEqual<unknown>(translated(input), { record: { ...expected, $type: "a.b.thing" }, problems: [] });
  });

  it("reports a variant other than the one that type names", () => {
    assert.deepStrictEqual<unknown>(translated({ several: [{ type: "LEFT", left: {}, right: {} }] }).problems, [
      { path: "several[0].right", reason: "must be left out: type says LEFT" }
    ]);
  });
});
