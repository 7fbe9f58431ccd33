import { GraphQLNonNull, GraphQLString } from "graphql";
import { typeName } from "../../../../domain/api/apiName.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";

/** Defines `Record`, a record of any collection. GraphQL has no empty unions, so a set without collections has none. */
export const defineRecordUnion = (types: TypeRegistry, { collections }: LexiconSet): void => {
  if (collections.length === 0) return;
  types.union("Record", () => collections.map(({ nsid }) => types.objectNamed(typeName(nsid))));
};

/** `record`. */
export const recordField = (types: TypeRegistry, { collections }: LexiconSet): ReadonlyArray<OutputField> => {
  if (collections.length === 0) return [];
  return [
    {
      name: "record",
      description: "The record at an AT URI, or null if it is not indexed.",
      type: types.output("Record"),
      args: {
        uri: { type: new GraphQLNonNull(GraphQLString), description: "at://<did>/<collection>/<record key>." }
      },
      outputKind: { _tag: "AnyRecordKind" }
    }
  ];
};
