import { GraphQLNonNull } from "graphql";
import { fieldName, typeName } from "../../../domain/lexicon/apiName.ts";
import type { Collection } from "../../../domain/lexicon/Collection.ts";
import type { LexiconSet } from "../../../domain/lexicon/LexiconSet.ts";
import { pageArguments } from "./pageArguments.ts";
import type { OutputField, TypeTable } from "./TypeTable.ts";

const didJoin = (types: TypeTable, collection: Collection): OutputField => {
  const { nsid, key } = collection;
  const name = `${fieldName(nsid)}ByDid`;
  if (key._tag === "Literal") {
    return {
      name,
      description: `The ${nsid} record of the same author.`,
      type: types.output(typeName(nsid)),
      meaning: { _tag: "DidRecordMeaning", collection, rkey: key.value }
    };
  }
  return {
    name,
    description: `The ${nsid} records of the same author.`,
    type: new GraphQLNonNull(types.output(`${typeName(nsid)}Connection`)),
    args: pageArguments(types, collection),
    meaning: { _tag: "DidPageMeaning", collection }
  };
};

/** `<f of target>ByDid` for every collection: one record where the key is a literal, else a connection. */
export const didJoins = (types: TypeTable, lexicons: LexiconSet): ReadonlyArray<OutputField> =>
  lexicons.collections.map((collection) => didJoin(types, collection));
