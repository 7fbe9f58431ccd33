import { sha256Base64Url } from "../../../../domain/crypto/sha256.ts";
import type { JsonObject } from "../../../../domain/json/Json.ts";
import { type SelfLabelProperty, selfLabelProperties, selfLabelValues } from "../../../../domain/label/selfLabels.ts";
import type { Collection, Property, PropertyType } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import {
  isThroughObjects,
  type ReferencePath,
  type ReferenceTarget,
  referencesOf,
  referenceTarget
} from "../../../../domain/lexicon/model/Reference.ts";
import { type OperandType, operandTypeOf } from "../../../../domain/record/query/OperandType.ts";
import { propertyAt } from "../../../../domain/record/value/propertyAt.ts";
import { referent } from "../../../../domain/record/value/referenceUri.ts";
import type { Scalar } from "../../../../domain/record/value/scalarValue.ts";
import { type AccountReferences, accountReferences } from "../../../../domain/reference/accountReferences.ts";
import { noSearch, type TableSearch } from "../search/TableSearch.ts";
import {
  columnName,
  listsTableName,
  numberName,
  pathColumnName,
  quoteName,
  recordTemplate,
  schema,
  tableName
} from "../sql/sqlNames.ts";
import { linkKey, selfLabelsKey } from "./pathKeys.ts";
import { type Facet, facets, facetValues } from "./StoredProperty.ts";
import { storedPaths } from "./storedPaths.ts";

/** A typed column: one facet of one property of the record. */
interface Column {
  readonly property: string;
  readonly facet: Facet;
  /** Quoted. */
  readonly sql: string;
}

/** A top-level property with columns: one for each facet of its type. */
interface ScalarProperty {
  readonly name: string;
  readonly operand: OperandType;
}

/** A column with what a record refers to: the address of a record or the DID of an account. */
export interface ReferenceColumn {
  readonly path: readonly [string, ...ReadonlyArray<string>];
  readonly target: ReferenceTarget;
  /** Quoted. */
  readonly sql: string;
}

/** A path through a list at which records refer to others. The addresses are in the column `paths` and in a separate table. */
interface ReferenceList {
  readonly path: ReferencePath;
  /** The member of the column `paths` with the addresses. */
  readonly key: string;
  /** The number that stands for the path in the table of references. */
  readonly id: bigint;
}

/** How the records of a collection are stored. */
export interface RecordTable {
  readonly nsid: string;
  /** Quoted, with its schema. */
  readonly sql: string;
  readonly scalars: ReadonlyArray<ScalarProperty>;
  /** The columns of the top-level scalar properties. Deeper ones are in the column `paths`. */
  readonly columns: ReadonlyArray<Column>;
  readonly references: ReadonlyArray<ReferenceColumn>;
  readonly lists: ReadonlyArray<ReferenceList>;
  /** The table of the references in `lists`, if there are any: a row for each record and address. Quoted, with its schema. */
  readonly listsSql: string;
  /** The properties that hold labels of the author. */
  readonly selfLabels: ReadonlyArray<SelfLabelProperty>;
  /** A hash of how records are stored. Rows with another layout have to be derived again. */
  readonly layout: string;
  /** How the records are searched. It changes without the layout. */
  readonly search: TableSearch;
  /** Whether the numbers of its rows are kept, of all and by author (`keptCount.ts`). */
  readonly counted: boolean;
  /**
   * Returns the value of the column `paths`: what queries filter, sort and join by that has no column of its own. It holds
   * facets of scalars in objects, references in lists and unions, and which properties are present.
   */
  readonly paths: (value: JsonObject) => JsonObject;
  /** Returns the references to accounts, which are not part of the layout: a job derives them again. */
  readonly accountReferences: AccountReferences;
}

/** Incremented when the same record is stored differently under the same Lexicons. */
const layoutVersion = 4;

/** Returns the table of a collection, as a set of Lexicons describes it. */
export const recordTable = (
  collection: Collection,
  { objects }: LexiconSet,
  search: TableSearch = noSearch,
  counted = false
): RecordTable => {
  const all = referencesOf(collection, objects);
  const references = all.flatMap(
    ({ path, target }): ReadonlyArray<ReferenceColumn> =>
      isThroughObjects(path) ? [{ path, target, sql: quoteName(pathColumnName("r", path)) }] : []
  );
  const lists = all.flatMap(({ path }) => (isThroughObjects(path) ? [] : [referenceList(path)]));
  // Tables without lists have the layout that they had before lists were indexed.
  const described = description(collection, objects);
  const listed = lists.length === 0 ? described : [described, lists.map(({ key }) => key)];
  const selfLabels = selfLabelProperties(collection);
  // Nor does a table without labels of authors have another layout than before they were stored.
  const layout = selfLabels.length === 0 ? listed : [listed, selfLabelsKey];
  const scalars = collection.properties.flatMap(scalarOf);
  const inColumns = new Set(references.map(({ path }) => linkKey(path)));
  const paths = storedPaths(collection.properties, objects, inColumns);
  return {
    nsid: collection.nsid,
    sql: `${schema}.${quoteName(tableName(collection.nsid))}`,
    scalars,
    columns: scalars.flatMap(columnsOf),
    references,
    lists,
    listsSql: `${schema}.${quoteName(listsTableName(collection.nsid))}`,
    layout: sha256Base64Url(JSON.stringify([layoutVersion, layout])),
    search,
    counted,
    selfLabels,
    paths:
      selfLabels.length === 0 ? paths : (value) => withSelfLabels(paths(value), selfLabelValues(value, selfLabels)),
    accountReferences: accountReferences(collection, objects)
  };
};

/** Returns the table that is read for a collection that has none: the template, which is always empty. */
export const emptyTable = (nsid: string): RecordTable => ({
  nsid,
  sql: recordTemplate,
  scalars: [],
  columns: [],
  references: [],
  lists: [],
  listsSql: "",
  selfLabels: [],
  layout: "",
  search: noSearch,
  counted: false,
  paths: () => ({}),
  accountReferences: () => []
});

/** Returns the values of a table's columns for a record, in their order, with those of references last. */
export const columnValues = ({ references, scalars }: RecordTable, value: JsonObject): ReadonlyArray<Scalar | null> => {
  const values: Array<Scalar | null> = [];
  for (const { name, operand } of scalars)
    values.push(...facetValues(operand, Object.hasOwn(value, name) ? value[name] : undefined));
  for (const { path } of references) values.push(referent(propertyAt(value, path)));
  return values;
};

const withSelfLabels = (paths: JsonObject, values: ReadonlyArray<string>): JsonObject =>
  values.length === 0 ? paths : { ...paths, [selfLabelsKey]: values };

const referenceList = (path: ReferencePath): ReferenceList => {
  const key = linkKey(path);
  return { path, key, id: numberName(key) };
};

const scalarOf = ({ name, type }: Property): ReadonlyArray<ScalarProperty> => {
  const operand = operandTypeOf(type);
  return operand === null ? [] : [{ name, operand }];
};

const columnsOf = ({ name, operand }: ScalarProperty): ReadonlyArray<Column> =>
  facets[operand].map((facet) => ({ property: name, facet, sql: quoteName(columnName(facet, name)) }));

type Objects = LexiconSet["objects"];

const typeName = (type: PropertyType): string => {
  switch (type._tag) {
    case "Scalar":
      return `${type.type} ${referenceTarget(type) ?? ""}`;
    case "List":
      return `[${typeName(type.item)}]`;
    case "Object":
      return `#${type.id}`;
    case "CidLink":
    case "Bytes":
      return type._tag;
    case "Union":
      return type.variants.map((id) => `#${id}`).join(" ");
    default:
      return "other";
  }
};

const objectsIn = (type: PropertyType): ReadonlyArray<string> => {
  if (type._tag === "List") return objectsIn(type.item);
  if (type._tag === "Union") return type.variants;
  return type._tag === "Object" ? [type.id] : [];
};

/** Returns every property that a record can have, at any depth. */
const description = (collection: Collection, objects: Objects): ReadonlyArray<readonly [string, string, string]> => {
  const described = new Map<string, ReadonlyArray<Property>>([["", collection.properties]]);
  for (const properties of described.values()) {
    for (const id of properties.flatMap(({ type }) => objectsIn(type)))
      described.set(id, objects.get(id)?.properties ?? []);
  }
  return Array.from(described).flatMap(([id, properties]) =>
    properties.map(({ name, type }) => [id, name, typeName(type)] as const)
  );
};
