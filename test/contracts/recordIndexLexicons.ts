import * as fc from "fast-check";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import type { Collection, Property, PropertyType, ScalarType } from "../../src/domain/lexicon/model/Collection.ts";
import type { LexiconSet, ObjectDefinition } from "../../src/domain/lexicon/model/LexiconSet.ts";

export const nsids = [
  Nsid.make("test.index.first"),
  Nsid.make("test.index.second"),
  Nsid.make("test.index.self")
] as const;
export const undefinedNsid = Nsid.make("test.index.unheard");

const propertyNames = [
  "a",
  "b",
  "createdAt",
  "__proto__",
  "constructor",
  "10",
  "uri",
  "a b'\"é",
  "long".repeat(20),
  "longer".repeat(20)
];
const objectIds = ["test.index.defs#one", "test.index.defs#two"];
const strongRef = "com.atproto.repo.strongRef";
const selfLabels = "com.atproto.label.defs#selfLabels";
const selfLabel = "com.atproto.label.defs#selfLabel";

const scalar = (type: ScalarType): PropertyType => ({ _tag: "Scalar", type, format: null, knownValues: [] });
const scalarType = fc.constantFrom<ScalarType>("string", "instant", "integer", "boolean");

const formatted = (format: string): PropertyType => ({ _tag: "Scalar", type: "string", format, knownValues: [] });
const references = fc.constantFrom<PropertyType>(
  formatted("at-uri"),
  formatted("at-uri"),
  formatted("did"),
  { _tag: "Object", id: strongRef },
  { _tag: "Object", id: strongRef }
);

const simpleType: fc.Arbitrary<PropertyType> = fc.oneof(
  { weight: 8, arbitrary: scalarType.map(scalar) },
  { weight: 6, arbitrary: references },
  {
    weight: 3,
    arbitrary: fc.constantFrom<PropertyType>(
      { _tag: "Object", id: selfLabels },
      { _tag: "Union", id: "test.index.first#main.labels", variants: [selfLabels, ...objectIds], closed: false },
      { _tag: "Union", id: "test.index.first#main.labels", variants: [selfLabels], closed: false }
    )
  },
  { weight: 4, arbitrary: fc.constantFrom(...objectIds).map((id) => ({ _tag: "Object" as const, id })) },
  fc.constantFrom<PropertyType>(
    { _tag: "Bytes" },
    { _tag: "CidLink" },
    { _tag: "Unknown" },
    { _tag: "Blob", accept: [], maxSize: null },
    { _tag: "Union", id: "test.index.first#main.union", variants: [...objectIds, strongRef], closed: false }
  )
);
const propertyType = fc.oneof(
  { weight: 5, arbitrary: simpleType },
  { weight: 2, arbitrary: simpleType.map((item): PropertyType => ({ _tag: "List", item })) }
);

const subject = fc.oneof(
  references,
  references,
  references.map((item): PropertyType => ({ _tag: "List", item }))
);

const properties = (most: number): fc.Arbitrary<ReadonlyArray<Property>> =>
  fc
    .uniqueArray(fc.constantFrom(...propertyNames), { maxLength: most })
    .chain((names) => fc.tuple(...names.map((name) => propertyType.map((type) => property(name, type)))));

const property = (name: string, type: PropertyType): Property => ({ name, description: null, required: false, type });
const strongRefs: ObjectDefinition = {
  id: strongRef,
  description: null,
  properties: [property("uri", formatted("at-uri")), property("cid", formatted("cid"))]
};

const labelDefinitions: ReadonlyArray<ObjectDefinition> = [
  {
    id: selfLabels,
    description: null,
    properties: [property("values", { _tag: "List", item: { _tag: "Object", id: selfLabel } })]
  },
  { id: selfLabel, description: null, properties: [property("val", scalar("string"))] }
];

const objects: fc.Arbitrary<ReadonlyMap<string, ObjectDefinition>> = fc
  .tuple(
    ...objectIds.map((id) => properties(3).map((list) => [id, { id, description: null, properties: list }] as const))
  )
  .map(
    (entries) =>
      new Map<string, ObjectDefinition>([
        ...entries,
        [strongRef, strongRefs],
        ...labelDefinitions.map((each) => [each.id, each] as const)
      ])
  );

const collection = (nsid: Nsid): fc.Arbitrary<Collection> =>
  fc.tuple(properties(4), subject).map(([list, type]) => ({
    nsid,
    description: null,
    key: nsid === nsids[2] ? { _tag: "Literal", value: "self" } : { _tag: "Any" },
    properties: [...list, property("subject", type)]
  }));

/** Sets of Lexicons with the same collections, and properties whose types change from one to the next. */
export const lexicons: fc.Arbitrary<LexiconSet> = fc
  .tuple(fc.tuple(...nsids.map(collection)), objects)
  .map(([collections, found]) => ({
    digest: "",
    documents: [],
    completed: [],
    notices: [],
    collections,
    objects: found
  }));
