import { fieldName, memberName, typeName } from "../../api/apiName.ts";
import { objectTypeName } from "../../api/publishedNames.ts";
import type { Collection, Property } from "./Collection.ts";
import { didJoinsOf, joinsOf } from "./Join.ts";
import type { LexiconSet } from "./LexiconSet.ts";
import { listedJoins, sharedJoinsName } from "./listedJoins.ts";
import { referencedRecords } from "./Reference.ts";

type Definitions = Pick<LexiconSet, "collections" | "objects">;

/** Field names by the name of their output type. */
type FieldNames = ReadonlyMap<string, ReadonlySet<string>>;

/** A field of an output type of the schema. */
export interface NamedField {
  readonly type: string;
  readonly field: string;
}

/** The differences between the fields of two schemas; each list is sorted by type. */
interface FieldChanges {
  readonly added: ReadonlyArray<NamedField>;
  /** Documents that select them become invalid. */
  readonly removed: ReadonlyArray<NamedField>;
  /** Documents that select them stay valid; tools that read the schema no longer see them. */
  readonly unlisted: ReadonlyArray<NamedField>;
}

/** The fields that every record type has, regardless of its Lexicon. */
const recordFields = ["uri", "cid", "did", "collection", "rkey", "indexedAt", "actorHandle", "labels", "value"];

const propertyFields = (properties: ReadonlyArray<Property>): ReadonlyArray<string> =>
  properties.flatMap(({ name, type }) =>
    referencedRecords(type) === null ? [memberName(name)] : [memberName(name), `${memberName(name)}Resolved`]
  );

const names = (joins: ReadonlyArray<{ readonly name: string }>): ReadonlyArray<string> => joins.map(({ name }) => name);

const ownFields = (collection: Collection): ReadonlyArray<string> => [
  ...propertyFields(collection.properties),
  ...recordFields,
  sharedJoinsName(collection)
];

/** Returns the listed fields of the types that depend on the set: roots, records, objects, joins. */
export const listedFields = (set: Definitions): FieldNames => {
  const { collections, objects } = set;
  const listed = listedJoins(set);
  const any = collections.length > 0;
  const entries: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    [
      "Query",
      [
        ...collections.flatMap(({ nsid }) => [fieldName(nsid), `${fieldName(nsid)}Aggregated`]),
        ...(any ? ["record", "notifications", "search"] : []),
        "viewer"
      ]
    ],
    [
      "Mutation",
      [
        ...collections.flatMap(({ nsid }) => ["create", "update", "delete"].map((verb) => verb + typeName(nsid))),
        ...(any ? ["applyWrites"] : []),
        "uploadBlob"
      ]
    ],
    ["Viewer", ["did", "handle", ...names(didJoinsOf(collections))]],
    ...(any ? [["Joins", names(joinsOf(collections, objects))] as const] : []),
    ...collections.map(
      (collection) =>
        [typeName(collection.nsid), [...ownFields(collection), ...names(listed(collection.nsid))]] as const
    ),
    ...[...objects.values()].map(
      ({ id, properties }) =>
        [objectTypeName(id, collections), properties.length === 0 ? ["_"] : propertyFields(properties)] as const
    )
  ];
  return new Map(entries.map(([type, fields]) => [type, new Set(fields)]));
};

const missing = (from: FieldNames, other: FieldNames): ReadonlyArray<NamedField> =>
  [...from].flatMap(([type, fields]) =>
    [...fields].filter((field) => !other.get(type)?.has(field)).map((field) => ({ type, field }))
  );

/** Returns how the fields of the schema change when one set of Lexicons replaces another. */
export const compareFields = (before: Definitions, after: Definitions): FieldChanges => {
  const [earlier, later] = [listedFields(before), listedFields(after)];
  const records = new Set(after.collections.map(({ nsid }) => typeName(nsid)));
  const joins = later.get("Joins");
  const isAnswered = ({ field, type }: NamedField): boolean => records.has(type) && joins?.has(field) === true;
  const gone = Map.groupBy(missing(earlier, later), isAnswered);
  return { added: missing(later, earlier), removed: gone.get(false) ?? [], unlisted: gone.get(true) ?? [] };
};
