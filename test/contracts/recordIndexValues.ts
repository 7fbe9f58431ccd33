import * as fc from "fast-check";
import type { Json, JsonObject } from "../../src/domain/json/Json.ts";
import type { Property, PropertyType, ScalarType } from "../../src/domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../src/domain/lexicon/model/LexiconSet.ts";
import { atUris, dids } from "./recordIndexAddresses.ts";

/** Texts that differ where databases, languages and encodings disagree. */
export const texts = [
  "",
  "a",
  "A",
  "b",
  "ab",
  "aB",
  "é",
  "É",
  "ß",
  "SS",
  "σ",
  "Σ",
  "ς",
  "İ",
  "i",
  "\u0000",
  "\u0001",
  "\u0002\u0003",
  "a\u0000b",
  "\u0003",
  "\u{1f600}",
  "\uffff",
  "\ue000",
  "%",
  "_",
  "\\",
  "'",
  '"',
  "\ud800",
  "x".repeat(9000)
];
export const datetimes = [
  "2024-01-01T00:00:00Z",
  "2024-01-01T01:00:00+01:00",
  "2024-01-01T00:00:00.0000001Z",
  "2024-01-01T00:00:00.000001Z",
  "2024-01-01",
  "2024-02-30T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999999Z",
  "9999-12-31T23:59:59.999998999Z",
  "0000-01-01T00:00:00+00:01",
  "0000-01-03T00:00:00.000001Z",
  "1683-12-31T23:59:59.999999Z",
  "2300-01-01T00:00:00.000001Z",
  "2300-01-01T00:00:00.000002Z",
  "now",
  "2024-01-01T00:00:00-00:00"
];
export const numbers = [0, -0, 1, -1, 2, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1.5, 1e21, 5e-324];

const anyJson: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(...atUris, ...atUris.map((uri) => ({ uri })), { uri: { uri: atUris[0] ?? "" } }),
  fc.constantFrom<Json>(null, true, false, [], {}, ["a"], { a: 1 }),
  fc.constantFrom<Json>(...texts),
  fc.constantFrom<Json>(...datetimes),
  fc.constantFrom<Json>(...numbers),
  fc.json({ maxDepth: 2, stringUnit: "binary" }).map((text): Json => JSON.parse(text))
);

const link = "bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy";
const blobs: ReadonlyArray<Json> = [
  { $type: "blob", ref: { $link: link }, mimeType: "image/png", size: 10 },
  { $type: "blob", ref: { $link: link }, mimeType: "video/mp4", size: 1.5 },
  { cid: link, mimeType: "image/jpeg" },
  { cid: "../x", mimeType: "image/jpeg" }
];

const scalarValues: Readonly<Record<ScalarType, fc.Arbitrary<Json>>> = {
  string: fc.oneof(fc.constantFrom(...texts), fc.string({ unit: "binary", maxLength: 3 })),
  instant: fc.constantFrom(...datetimes),
  integer: fc.constantFrom(...numbers),
  boolean: fc.boolean()
};

const fitting = (type: PropertyType, set: LexiconSet, depth: number): fc.Arbitrary<Json> => {
  switch (type._tag) {
    case "Scalar":
      if (type.format === "at-uri") return fc.constantFrom(...atUris);
      if (type.format === "did") return fc.constantFrom<Json>(...dids, ...texts);
      return scalarValues[type.type];
    case "Bytes":
      return fc.constantFrom<Json>(
        { $bytes: "AAE=" },
        { $bytes: "AAE" },
        { $bytes: "AA==" },
        { $bytes: "\u0000" },
        { $bytes: 1 }
      );
    case "CidLink":
      return fc.constantFrom<Json>({ $link: link }, { $link: "a/b" });
    case "Blob":
      return fc.constantFrom(...blobs);
    case "Unknown":
      return anyJson;
    case "List":
      return fc.array(fc.option(value(type.item, set, depth + 1), { freq: 6 }), { maxLength: 3 });
    case "Object":
      return object(set.objects.get(type.id)?.properties ?? [], set, depth + 1);
    case "Union":
      return fc.constantFrom(...type.variants, `${type.variants.at(-1)}#main`, "test.index.defs#three").chain((id) =>
        object(set.objects.get(id.replace("#main", ""))?.properties ?? [], set, depth + 1).map((members) => ({
          ...members,
          $type: id
        }))
      );
  }
};

const value = (type: PropertyType, set: LexiconSet, depth: number): fc.Arbitrary<Json> =>
  depth > 3
    ? anyJson
    : fc.oneof({ weight: 5, arbitrary: fitting(type, set, depth) }, { weight: 1, arbitrary: anyJson });

/** Members are there or not; `__proto__` is one like any other. */
export const object = (list: ReadonlyArray<Property>, set: LexiconSet, depth: number): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      ...list.map(({ name, type }) =>
        fc.option(value(type, set, depth), { freq: 5 }).map((found) => [name, found] as const)
      )
    )
    .chain((entries) =>
      fc.subarray(entries, { minLength: Math.max(0, entries.length - 1) }).map((some) => Object.fromEntries(some))
    );
