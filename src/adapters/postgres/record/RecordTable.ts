import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import type { Collection, Property, PropertyType } from "../../../domain/lexicon/Collection.ts";
import { isJsonObject } from "../../../domain/lexicon/isJsonObject.ts";
import type { LexiconSet } from "../../../domain/lexicon/LexiconSet.ts";
import type { Json, JsonObject } from "../../../domain/record/Json.ts";
import { propertyAt } from "../../../domain/record/propertyAt.ts";
import type { Scalar } from "../../../domain/record/scalarValue.ts";
import { type Facet, facets, facetValue } from "./StoredProperty.ts";
import { columnName, quoteName, schema, tableName } from "./sqlNames.ts";

/** A typed column: one facet of one property of the record. */
export interface Column {
  readonly property: string;
  readonly facet: Facet;
  /** Quoted. */
  readonly sql: string;
}

/** How the records of a collection are stored. */
export interface RecordTable {
  readonly nsid: string;
  /** Quoted, with its schema. */
  readonly sql: string;
  /** Of the scalar properties; what lies deeper is in the column `paths`. */
  readonly columns: ReadonlyArray<Column>;
  /** Stands for what is stored of a record: rows of another layout are to be filled again. */
  readonly layout: string;
  /** What of a record is filtered or sorted by and has no column: facets of scalars in objects, and what else is there. */
  readonly paths: (value: JsonObject) => JsonObject;
}

/** Names a facet of a property by its path in the column `paths`; `p` is there where the property is. */
export const pathKey = (facet: Facet | "p", path: ReadonlyArray<string>): string => `${facet}${JSON.stringify(path)}`;

/** Goes up when the same Lexicons and record come to be stored in another way. */
const edition = 1;

/** The table of a collection, as a set of Lexicons describes it. */
export const recordTable = (collection: Collection, { objects }: LexiconSet): RecordTable => ({
  nsid: collection.nsid,
  sql: `${schema}.${quoteName(tableName(collection.nsid))}`,
  columns: collection.properties.flatMap(columnsOf),
  layout: sha256Base64Url(JSON.stringify([edition, description(collection, objects)])),
  paths: (value) => Object.fromEntries(pathsOf(value, collection.properties, [], objects))
});

/** Stands in for a collection that is not defined: a table that is always empty. */
export const emptyTable = (nsid: string): RecordTable => ({
  nsid,
  sql: `${schema}.nothing`,
  columns: [],
  layout: "",
  paths: () => ({})
});

/** The values of the columns of a table, in their order. */
export const columnValues = ({ columns }: RecordTable, value: JsonObject): ReadonlyArray<Scalar | null> =>
  columns.map(({ property, facet }) => facetValue(facet, propertyAt(value, [property])));

const columnsOf = ({ name, type }: Property): ReadonlyArray<Column> =>
  type._tag === "Scalar"
    ? facets[type.type].map((facet) => ({ property: name, facet, sql: quoteName(columnName(facet, name)) }))
    : [];

type Objects = LexiconSet["objects"];

const typeName = (type: PropertyType): string => {
  if (type._tag === "Scalar") return type.type;
  return type._tag === "Object" ? `#${type.id}` : "other";
};

/** Every property that a record can hold outside of lists and unions. */
const description = (collection: Collection, objects: Objects): ReadonlyArray<readonly [string, string, string]> => {
  const described = new Map<string, ReadonlyArray<Property>>([["", collection.properties]]);
  for (const properties of described.values()) {
    for (const { type } of properties) {
      if (type._tag === "Object") described.set(type.id, objects.get(type.id)?.properties ?? []);
    }
  }
  return Array.from(described).flatMap(([id, properties]) =>
    properties.map(({ name, type }) => [id, name, typeName(type)] as const)
  );
};

const pathsOf = (
  value: JsonObject,
  properties: ReadonlyArray<Property>,
  above: ReadonlyArray<string>,
  objects: Objects
): ReadonlyArray<readonly [string, Json]> =>
  properties.flatMap(({ name, type }) => {
    const stored = propertyAt(value, [name]);
    const path = [...above, name];
    if (stored === undefined || stored === null) return [];
    if (type._tag === "Scalar") return above.length === 0 ? [] : facetsAt(path, type.type, stored);
    const present = [pathKey("p", path), true] as const;
    if (type._tag !== "Object" || !isJsonObject(stored)) return [present];
    return [present, ...pathsOf(stored, objects.get(type.id)?.properties ?? [], path, objects)];
  });

const facetsAt = (
  path: ReadonlyArray<string>,
  type: keyof typeof facets,
  stored: Json
): ReadonlyArray<readonly [string, Json]> =>
  facets[type].flatMap((facet) => {
    const value = facetValue(facet, stored);
    return value === null || facet === "d" ? [] : [[pathKey(facet, path), value] as const];
  });
