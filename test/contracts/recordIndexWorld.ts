import * as fc from "fast-check";
import { type AtUri, atUri } from "../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../src/domain/atproto/RecordKey.ts";
import type { Collection, Property, PropertyType, ScalarType } from "../../src/domain/lexicon/Collection.ts";
import type { LexiconSet, ObjectDefinition } from "../../src/domain/lexicon/LexiconSet.ts";
import type { IndexedRecord } from "../../src/domain/record/IndexedRecord.ts";
import type { Json, JsonObject } from "../../src/domain/record/Json.ts";

/** What two indexes are told before they are asked. */
export interface World {
  /** In force when the first records come. */
  readonly before: LexiconSet;
  readonly early: ReadonlyArray<IndexedRecord>;
  /** In force when the others come, and when questions are asked. */
  readonly after: LexiconSet;
  readonly late: ReadonlyArray<IndexedRecord>;
  readonly removed: ReadonlyArray<AtUri>;
  readonly names: ReadonlyArray<readonly [Did, Handle]>;
}

export const nsids = [
  Nsid.make("test.index.first"),
  Nsid.make("test.index.second"),
  Nsid.make("test.index.self")
] as const;
export const undefinedNsid = Nsid.make("test.index.unheard");
export const dids = [
  Did.make("did:plc:aaaaaaaaaaaaaaaaaaaaaaaa"),
  Did.make("did:plc:bbbbbbbbbbbbbbbbbbbbbbbb"),
  Did.make("did:web:c.example")
] as const;
export const handles = ["a.example", "b.example", "same.example"].map((text) => Handle.make(text));
const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");
const rkeys = ["self", "a", "B", "~c", "10", "9"].map((text) => RecordKey.make(text));

/** Every address that a generated record can have. */
export const records: ReadonlyArray<AtUri> = dids.flatMap((did) =>
  nsids.flatMap((collection) => rkeys.map((rkey) => atUri({ did, collection, rkey })))
);

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
  "now",
  "2024-01-01T00:00:00-00:00"
];
export const numbers = [0, -0, 1, -1, 2, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1.5, 1e21, 5e-324];
const times = ["2024-01-01T00:00:00.000Z", "2024-01-01T00:00:00.001Z", "2024-06-01T12:00:00.000Z"];

const propertyNames = [
  "a",
  "b",
  "createdAt",
  "__proto__",
  "constructor",
  "10",
  "a b'\"é",
  "long".repeat(20),
  "longer".repeat(20)
];
const objectIds = ["test.index.defs#one", "test.index.defs#two"];

const scalar = (type: ScalarType): PropertyType => ({ _tag: "Scalar", type, format: null, knownValues: [] });
const scalarType = fc.constantFrom<ScalarType>("string", "instant", "integer", "boolean");

const simpleType: fc.Arbitrary<PropertyType> = fc.oneof(
  { weight: 8, arbitrary: scalarType.map(scalar) },
  { weight: 4, arbitrary: fc.constantFrom(...objectIds).map((id) => ({ _tag: "Object" as const, id })) },
  fc.constantFrom<PropertyType>(
    { _tag: "Bytes" },
    { _tag: "CidLink" },
    { _tag: "Unknown" },
    { _tag: "Blob", accept: [], maxSize: null },
    { _tag: "Union", id: "test.index.first#main.union", variants: objectIds, closed: false }
  )
);
const propertyType = fc.oneof(
  { weight: 5, arbitrary: simpleType },
  { weight: 1, arbitrary: simpleType.map((item): PropertyType => ({ _tag: "List", item })) }
);

const properties = (most: number): fc.Arbitrary<ReadonlyArray<Property>> =>
  fc
    .uniqueArray(fc.constantFrom(...propertyNames), { maxLength: most })
    .chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          propertyType.map((type): Property => ({ name, description: null, required: false, type }))
        )
      )
    );

const objects: fc.Arbitrary<ReadonlyMap<string, ObjectDefinition>> = fc
  .tuple(
    ...objectIds.map((id) => properties(3).map((list) => [id, { id, description: null, properties: list }] as const))
  )
  .map((entries) => new Map(entries));

const collection = (nsid: Nsid): fc.Arbitrary<Collection> =>
  properties(5).map((list) => ({
    nsid,
    description: null,
    key: nsid === nsids[2] ? { _tag: "Literal", value: "self" } : { _tag: "Any" },
    properties: list
  }));

const lexicons: fc.Arbitrary<LexiconSet> = fc
  .tuple(fc.tuple(...nsids.map(collection)), objects)
  .map(([collections, found]) => ({ digest: "", documents: [], collections, objects: found }));

const anyJson: fc.Arbitrary<Json> = fc.oneof(
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
      return scalarValues[type.type];
    case "Bytes":
      return fc.constantFrom<Json>({ $bytes: "AAE=" }, { $bytes: 1 });
    case "CidLink":
      return fc.constantFrom<Json>({ $link: link }, { $link: "a/b" });
    case "Blob":
      return fc.constantFrom(...blobs);
    case "Unknown":
      return anyJson;
    case "List":
      return fc.array(value(type.item, set, depth + 1), { maxLength: 3 });
    case "Object":
      return object(set.objects.get(type.id)?.properties ?? [], set, depth + 1);
    case "Union":
      return fc
        .constantFrom(...type.variants, "test.index.defs#three")
        .chain((id) =>
          object(set.objects.get(id)?.properties ?? [], set, depth + 1).map((members) => ({ ...members, $type: id }))
        );
  }
};

const value = (type: PropertyType, set: LexiconSet, depth: number): fc.Arbitrary<Json> =>
  depth > 3
    ? anyJson
    : fc.oneof({ weight: 5, arbitrary: fitting(type, set, depth) }, { weight: 1, arbitrary: anyJson });

/** Members are there or not; `__proto__` is one like any other. */
const object = (list: ReadonlyArray<Property>, set: LexiconSet, depth: number): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      ...list.map(({ name, type }) =>
        fc.option(value(type, set, depth), { freq: 5 }).map((found) => [name, found] as const)
      )
    )
    .chain((entries) =>
      fc.subarray(entries, { minLength: Math.max(0, entries.length - 1) }).map((some) => Object.fromEntries(some))
    );

const record = (set: LexiconSet): fc.Arbitrary<IndexedRecord> =>
  fc
    .record({
      did: fc.constantFrom(...dids),
      of: fc.constantFrom(...set.collections),
      rkey: fc.constantFrom(...rkeys),
      rev: fc.option(fc.constant("3kabc")),
      indexedAt: fc.constantFrom(...times),
      extra: fc.oneof(
        { weight: 9, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constant({ extra: "\u0000" }) }
      )
    })
    .chain(({ did, of, rkey, rev, indexedAt, extra }) =>
      object(of.properties, set, 0).map((members) => ({
        uri: atUri({ did, collection: of.nsid, rkey }),
        cid,
        did,
        collection: of.nsid,
        rkey,
        rev,
        indexedAt,
        value: { $type: of.nsid, ...extra, ...members }
      }))
    );

export const world: fc.Arbitrary<World> = fc
  .tuple(lexicons, lexicons, fc.boolean())
  .chain(([first, other, changes]) => {
    const after = changes ? other : first;
    return fc.record({
      before: fc.constant(first),
      early: fc.array(record(first), { maxLength: 12 }),
      after: fc.constant(after),
      late: fc.array(record(after), { minLength: 4, maxLength: 24 }),
      removed: fc
        .subarray<Did>([...dids])
        .map((some) => some.map((did) => atUri({ did, collection: nsids[0], rkey: RecordKey.make("a") }))),
      names: fc.array(fc.tuple(fc.constantFrom(...dids.slice(0, 2)), fc.constantFrom(...handles)), { maxLength: 3 })
    });
  });
