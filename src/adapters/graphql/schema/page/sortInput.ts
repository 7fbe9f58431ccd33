import { GraphQLNonNull } from "graphql";
import { memberName, typeName } from "../../../../domain/api/apiName.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { Operand } from "../../../../domain/record/query/RecordQuery.ts";
import { metas } from "../record/metaFields.ts";
import type { TypeRegistry } from "../TypeRegistry.ts";

/** Names that GraphQL does not allow for enum values. */
export const notEnumValues: ReadonlyArray<string> = ["true", "false", "null"];

/** Returns the fields for sorting records: the scalar properties, and the fields of every record. */
export const sortFields = ({ properties }: Collection): ReadonlyMap<string, Operand> => {
  const fields = new Map<string, Operand>();
  for (const { name, type } of properties) {
    const value = memberName(name);
    if (type._tag !== "Scalar" || notEnumValues.includes(value)) continue;
    fields.set(value, { _tag: "PropertyOperand", path: [name], type: type.type });
  }
  const taken = new Set(properties.map(({ name }) => memberName(name)));
  for (const meta of metas) if (!taken.has(meta)) fields.set(meta, { _tag: "MetaOperand", meta });
  return fields;
};

/** Defines `SortDirection`, which all collections share. */
export const defineSortDirection = (types: TypeRegistry): void => {
  types.enumeration(
    "SortDirection",
    "Nulls come last in both.",
    new Map([
      ["ASC", "Smallest first."],
      ["DESC", "Largest first."]
    ])
  );
};

/** Defines `TSortField` and `TSortFieldInput`. */
export const defineSort = (types: TypeRegistry, collection: Collection): void => {
  const name = typeName(collection.nsid);
  const values = [...sortFields(collection).keys()].map((value) => [value, null] as const);
  types.enumeration(`${name}SortField`, `What ${collection.nsid} records can be sorted by.`, new Map(values));
  types.inputObject(`${name}SortFieldInput`, null, () => ({
    field: { type: new GraphQLNonNull(types.input(`${name}SortField`)) },
    direction: { type: new GraphQLNonNull(types.input("SortDirection")), defaultValue: "ASC" }
  }));
};
