import { GraphQLNonNull } from "graphql";
import { fieldName, typeName } from "../../../domain/lexicon/apiName.ts";
import type { LexiconSet } from "../../../domain/lexicon/LexiconSet.ts";
import { aggregatedField } from "./aggregateTypes.ts";
import { pageArguments } from "./pageArguments.ts";
import type { OutputField, TypeTable } from "./TypeTable.ts";

/** `f` and `fAggregated` for every collection. */
export const collectionFields = (types: TypeTable, lexicons: LexiconSet): ReadonlyArray<OutputField> =>
  lexicons.collections.flatMap(
    (collection): ReadonlyArray<OutputField> => [
      {
        name: fieldName(collection.nsid),
        description: collection.description ?? `A page of ${collection.nsid} records.`,
        type: new GraphQLNonNull(types.output(`${typeName(collection.nsid)}Connection`)),
        args: pageArguments(types, collection),
        meaning: { _tag: "PageMeaning", collection }
      },
      aggregatedField(types, collection)
    ]
  );

/** `viewer`. */
export const viewerField = (types: TypeTable): OutputField => ({
  name: "viewer",
  description: "The person who is signed in; null when nobody is.",
  type: types.output("Viewer"),
  meaning: { _tag: "ViewerMeaning" }
});
