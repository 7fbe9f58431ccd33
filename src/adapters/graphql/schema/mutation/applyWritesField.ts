import { GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import { fieldName, typeName } from "../../../../domain/api/apiName.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { writeLimits } from "../../../../domain/record/write/writeLimits.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";

const requiredString = new GraphQLNonNull(GraphQLString);

/** Defines `RecordInput`, `WriteInput` and `WriteResult`, the types of a batch. */
export const defineBatch = (types: TypeRegistry, { collections }: LexiconSet): void => {
  if (collections.length === 0) return;
  types.inputObject("RecordInput", "A record of any type: exactly one field.", () =>
    Object.fromEntries(
      collections.map(({ nsid }) => [
        fieldName(nsid),
        { type: types.input(`${typeName(nsid)}Input`), description: `A ${nsid} record.` }
      ])
    )
  );
  types.inputObject("WriteInput", "One write of a batch: exactly one of create, update and delete.", () => ({
    create: { type: types.input("RecordInput"), description: "A new record." },
    update: {
      type: types.input("RecordInput"),
      description: "A record that replaces the existing one completely."
    },
    delete: {
      type: GraphQLString,
      description: "The collection of the record to delete, such as xyz.statusphere.status."
    },
    rkey: {
      type: GraphQLString,
      description: "The record key. For a new record it is optional where the Lexicon defines how to create one."
    }
  }));
  types.object("WriteResult", "What became of one write of a batch.", () => [
    { name: "uri", type: requiredString, description: "The AT URI.", outputKind: { _tag: "PlainKind" } },
    {
      name: "cid",
      type: GraphQLString,
      description: "The CID of the record; null after a delete.",
      outputKind: { _tag: "PlainKind" }
    },
    {
      name: "record",
      type: types.output("Record"),
      description: "The record; null after a delete.",
      outputKind: { _tag: "AnyRecordKind" }
    }
  ]);
};

/** `applyWrites`. */
export const applyWritesField = (types: TypeRegistry, { collections }: LexiconSet): ReadonlyArray<OutputField> => {
  if (collections.length === 0) return [];
  const writes = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(types.input("WriteInput"))));
  return [
    {
      name: "applyWrites",
      description:
        "Performs several writes in one commit to the repository of the signed-in user: all of them, or none.",
      type: new GraphQLList(new GraphQLNonNull(types.output("WriteResult"))),
      args: { writes: { type: writes, description: `Up to ${writeLimits.batch} writes to different records.` } },
      outputKind: { _tag: "ApplyWritesKind" }
    }
  ];
};
