import * as fc from "fast-check";

type Document = Readonly<Record<string, unknown>>;

const nsids = ["org.example.alpha", "org.example.beta", "net.my-site.gamma", "net.my-site.deltaRay"];
const definitionNames = ["one", "two", "three"];
const objectIds = nsids.flatMap((nsid) => [nsid, ...definitionNames.map((name) => `${nsid}#${name}`)]);

const scalar = fc.constantFrom<Document>(
  { type: "string" },
  { type: "string", format: "datetime" },
  { type: "string", format: "at-uri" },
  { type: "string", format: "did" },
  { type: "integer" },
  { type: "integer", maximum: 2 ** 40 },
  { type: "boolean" },
  { type: "bytes" },
  { type: "cid-link" },
  { type: "blob", accept: ["image/*"] },
  { type: "unknown" }
);

const reference = fc.constantFrom(...objectIds).map((ref): Document => ({ type: "ref", ref }));

const union = fc
  .record({ refs: fc.uniqueArray(fc.constantFrom(...objectIds), { maxLength: 4 }), closed: fc.boolean() })
  .map((rest): Document => ({ type: "union", ...rest }));

const propertyNames = [
  "a",
  "b-c",
  "uri",
  "labels",
  "and",
  "isNull",
  "type",
  "true",
  "__proto",
  "9lives",
  "value",
  "aResolved",
  "count"
];

const { property } = fc.letrec<{ property: Document; object: Document }>((tie) => ({
  property: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    reference,
    union,
    tie("object"),
    fc.oneof(scalar, reference, union).map((items): Document => ({ type: "array", items }))
  ),
  object: fc
    .dictionary(fc.constantFrom(...propertyNames), tie("property"), { maxKeys: 4, noNullPrototype: true })
    .chain((properties) =>
      fc
        .record({
          required: fc.subarray(Object.keys(properties)),
          nullable: fc.subarray(Object.keys(properties))
        })
        .map((rest): Document => ({ type: "object", properties, ...rest }))
    )
}));

const object = fc
  .dictionary(fc.constantFrom(...propertyNames), property, { maxKeys: 6, noNullPrototype: true })
  .chain((properties) =>
    fc
      .subarray(Object.keys(properties))
      .map((required): Document => ({ type: "object", properties, required, nullable: [] }))
  );

const key = fc.constantFrom("tid", "any", "nsid", "literal:self");

const document = (id: string) =>
  fc.record({ key, record: object, objects: fc.tuple(object, object, object), description: fc.string() }).map(
    ({ key, record, objects, description }): Document => ({
      lexicon: 1,
      id,
      description,
      defs: {
        main: { type: "record", key, record },
        ...Object.fromEntries(definitionNames.map((name, place) => [name, objects[place]]))
      }
    })
  );

/** Closed sets of four record Lexicons that refer to each other at random, cycles included. */
export const arbitraryLexicons: fc.Arbitrary<ReadonlyArray<Document>> = fc.tuple(...nsids.map(document));
