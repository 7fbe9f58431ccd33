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
            description: `The records that ${property} names, in order; null where the service does not have one.`,
            type: new GraphQLList(record),
            outputKind: { _tag: "ResolvedKind", property, many: true }
          }
        : {
            name,
            description: `The record that ${property} names; null when the service does not have it.`,
            type: record,
            outputKind: { _tag: "ResolvedKind", property, many: false }
          }
    ];
  });
