import { GraphQLNonNull, GraphQLString } from "graphql";
import { typeName } from "../../../../domain/api/apiName.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";

const requiredString = new GraphQLNonNull(GraphQLString);

const swapCid = {
  type: GraphQLString,
  description: "The CID that the record must have now. Without it, any version is replaced or deleted."
};

/**
 * The record key argument of an existing record. It is optional if the Lexicon allows only one key. It is nullable
 * everywhere, so that clients can pass a `String` variable.
 */
const existingKey = ({ key }: Collection) => ({
  type: GraphQLString,
  ...(key._tag === "Literal" ? { defaultValue: key.value } : {}),
  description: "The record key."
});

const newKey = { type: GraphQLString, description: "The record key. It is optional where the Lexicon defines it." };

/** Defines `DeleteResult`, the result of deleting a record. */
export const defineDeleteResult = (types: TypeRegistry): void => {
  types.object("DeleteResult", "What was deleted.", () => [
    { name: "uri", type: requiredString, description: "The AT URI.", outputKind: { _tag: "PlainKind" } }
  ]);
};

/** `createT`, `updateT` and `deleteT`. */
export const recordMutations = (types: TypeRegistry, collection: Collection): ReadonlyArray<OutputField> => {
  const { nsid } = collection;
  const name = typeName(nsid);
  const input = { type: new GraphQLNonNull(types.input(`${name}Input`)), description: "The record." };
  return [
    {
      name: `create${name}`,
      description: `Creates a ${nsid} record in the repository of the signed-in user.`,
      type: types.output(name),
      args: { input, rkey: newKey },
      outputKind: { _tag: "CreateKind", collection }
    },
    {
      name: `update${name}`,
      description: `Replaces a ${nsid} record completely.`,
      type: types.output(name),
      args: { rkey: existingKey(collection), input, swapCid },
      outputKind: { _tag: "UpdateKind", collection }
    },
    {
      name: `delete${name}`,
      description: `Deletes a ${nsid} record.`,
      type: types.output("DeleteResult"),
      args: { rkey: existingKey(collection), swapCid },
      outputKind: { _tag: "DeleteKind", collection }
    }
  ];
};
