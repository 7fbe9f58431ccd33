import { GraphQLList } from "graphql";
import { memberName } from "../../../../domain/api/apiName.ts";
import type { Property } from "../../../../domain/lexicon/model/Collection.ts";
import { referencedRecords } from "../../../../domain/lexicon/model/Reference.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";

/** Defines `<prop>Resolved` for every property that refers to a record or a list of records. */
export const resolvedFields = (types: TypeRegistry, properties: ReadonlyArray<Property>): ReadonlyArray<OutputField> =>
  properties.flatMap(({ name: property, type }): ReadonlyArray<OutputField> => {
    const behind = referencedRecords(type);
    if (behind === null) return [];
    const record = types.output("Record");
    const name = `${memberName(property)}Resolved`;
    return [
      behind === "many"
        ? {
            name,
            description: `The records that ${property} refers to, in order; null for each that is not indexed.`,
            type: new GraphQLList(record),
            outputKind: { _tag: "ResolvedKind", property, many: true }
          }
        : {
            name,
            description: `The record that ${property} refers to, or null if it is not indexed.`,
            type: record,
            outputKind: { _tag: "ResolvedKind", property, many: false }
          }
    ];
  });
