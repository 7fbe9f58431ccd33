import type { Collection, Property, PropertyType } from "../lexicon/model/Collection.ts";
import type { ObjectDefinition } from "../lexicon/model/LexiconSet.ts";
import { typeName } from "./apiName.ts";

/** A type name of the API, and the id of the definition that it comes from. */
interface PublishedName {
  readonly name: string;
  readonly owner: string;
}

const collectionSuffixes = [
  "",
  "Edge",
  "Connection",
  "WhereInput",
  "SortField",
  "SortFieldInput",
  "GroupByField",
  "GroupByFieldInput",
  "Aggregated",
  "Input"
];
const objectSuffixes = ["", "WhereInput", "Input"];
const unionSuffixes = ["", "Input", "Type"];

/** Names of the API itself that three segments of an NSID could spell. */
const reserved: ReadonlyArray<string> = [
  "BlobUploadResponse",
  "StringFieldCondition",
  "IntFieldCondition",
  "BooleanFieldCondition",
  "DateTimeFieldCondition",
  "WideIntFieldCondition",
  "LinkFieldCondition",
  "BytesFieldCondition",
  "PresenceFieldCondition",
  "AggregationOrderBy",
  "OAuthClient"
];

const unionsIn = (type: PropertyType): ReadonlyArray<string> => {
  if (type._tag === "Union") return [type.id];
  return type._tag === "List" ? unionsIn(type.item) : [];
};

/**
 * The type name of an object. A record inside another record has the suffix `Value`, which distinguishes it from the
 * record type.
 */
export const objectTypeName = (id: string, collections: ReadonlyArray<Collection>): string =>
  collections.some(({ nsid }) => nsid === id) ? `${typeName(id)}Value` : typeName(id);

const named = (base: string, suffixes: ReadonlyArray<string>, owner: string): ReadonlyArray<PublishedName> =>
  suffixes.map((suffix) => ({ name: base + suffix, owner }));

/**
 * Lists every type name that a set of Lexicons leads to, with its owner; the names of the API itself come first. The
 * domain knows them because a collision must be refused on import, before any adapter builds a schema.
 */
export const publishedNames = (
  collections: ReadonlyArray<Collection>,
  objects: ReadonlyMap<string, ObjectDefinition>
): ReadonlyArray<PublishedName> => {
  const properties: ReadonlyArray<Property> = [...collections, ...objects.values()].flatMap((each) => each.properties);
  const unions = new Set(properties.flatMap(({ type }) => unionsIn(type)));
  return [
    ...reserved.map((name) => ({ name, owner: "the interface itself" })),
    ...collections.flatMap(({ nsid }) => named(typeName(nsid), collectionSuffixes, nsid)),
    ...[...objects.keys()].flatMap((id) => named(objectTypeName(id, collections), objectSuffixes, id)),
    ...[...unions].flatMap((id) => named(typeName(id), unionSuffixes, id))
  ];
};
