import { GraphQLList, GraphQLNonNull } from "graphql";
import { typeName } from "../../../domain/lexicon/apiName.ts";
import type { Collection } from "../../../domain/lexicon/Collection.ts";
import type { LexiconSet } from "../../../domain/lexicon/LexiconSet.ts";
import { didJoins } from "./didJoins.ts";
import { jsonScalar } from "./jsonScalar.ts";
import { metaFields } from "./metaFields.ts";
import { propertyFields } from "./propertyOutput.ts";
import type { OutputField, TypeTable } from "./TypeTable.ts";

const labels = (types: TypeTable): OutputField => ({
  name: "labels",
  description: "What labelers say of the record.",
  type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(types.output("Label")))),
  meaning: { _tag: "LabelsMeaning" }
});

const value: OutputField = {
  name: "value",
  description: "The record as it is stored.",
  type: jsonScalar,
  meaning: { _tag: "ValueMeaning" }
};

/** The type of a collection's records. A property of the Lexicon wins over a field of the service of the same name. */
export const defineRecord = (types: TypeTable, lexicons: LexiconSet, collection: Collection): void => {
  types.object(typeName(collection.nsid), collection.description, () => [
    ...propertyFields(types, lexicons, collection.properties),
    ...metaFields,
    labels(types),
    value,
    ...didJoins(types, lexicons)
  ]);
};
