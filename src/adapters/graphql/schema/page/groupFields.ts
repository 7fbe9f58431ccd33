import { memberName } from "../../../../domain/api/apiName.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { GroupKey } from "../../../../domain/record/query/RecordQuery.ts";
import { notEnumValues, sortFields } from "./sortInput.ts";

/** Returns the fields for grouping records: the sortable fields, and lists as a whole. */
export const groupFields = (collection: Collection): ReadonlyMap<string, GroupKey> => {
  const fields = new Map<string, GroupKey>();
  for (const [field, operand] of sortFields(collection))
    fields.set(field, { _tag: "ValueGroup", operand, interval: null });
  for (const { name, type } of collection.properties) {
    const value = memberName(name);
    if (type._tag === "List" && !notEnumValues.includes(value))
      fields.set(value, { _tag: "ListGroup", property: name });
  }
  return fields;
};
