import { GraphQLBoolean, GraphQLNonNull } from "graphql";
import { fieldName, typeName } from "../../../domain/api/apiName.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { aggregatedField } from "./page/aggregateTypes.ts";
import { pageArguments } from "./page/pageArguments.ts";
import type { OutputField, TypeRegistry } from "./TypeRegistry.ts";

const respectPreferences = {
  type: GraphQLBoolean,
  defaultValue: false,
  description:
    "Leaves out records with a label whose visibility is HIDE for the viewer: by viewerLabelPreferences, or by default if nobody is signed in."
};

/** Defines `f` and `fAggregated` for every collection. */
export const collectionFields = (types: TypeRegistry, lexicons: LexiconSet): ReadonlyArray<OutputField> =>
  lexicons.collections.flatMap(
    (collection): ReadonlyArray<OutputField> => [
      {
        name: fieldName(collection.nsid),
        description: collection.description ?? `A page of ${collection.nsid} records.`,
        type: new GraphQLNonNull(types.output(`${typeName(collection.nsid)}Connection`)),
        args: { ...pageArguments(types, collection), respectPreferences },
        outputKind: { _tag: "PageKind", collection }
      },
      aggregatedField(types, collection)
    ]
  );

/** `viewer`. */
export const viewerField = (types: TypeRegistry): OutputField => ({
  name: "viewer",
  description: "The signed-in user, or null.",
  type: types.output("Viewer"),
  outputKind: { _tag: "ViewerKind" }
});
