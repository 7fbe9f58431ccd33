import { GraphQLList, GraphQLNonNull, type GraphQLObjectType } from "graphql";
import { typeName } from "../../../../domain/api/apiName.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import type { ListedJoins } from "../../../../domain/lexicon/model/listedJoins.ts";
import { jsonScalar } from "../scalars/jsonScalar.ts";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";
import { sharedJoinsField } from "./joinFields.ts";
import { labelsName, withoutLabels } from "./labelType.ts";
import { metaFields } from "./metaFields.ts";
import { propertyFields } from "./propertyOutput.ts";
import { resolvedFields } from "./resolvedFields.ts";

const labels = (types: TypeRegistry): OutputField => ({
  name: labelsName,
  description:
    "The active labels of the record and of its author's account: of this instance, of its labelers, and those that the author put on the record.",
  type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(types.output("Label")))),
  outputKind: { _tag: "LabelsKind" }
});

const value: OutputField = {
  name: "value",
  description: "The record as stored.",
  type: jsonScalar,
  outputKind: { _tag: "ValueKind" }
};

/** The type with all joins, and the joins that record types list. */
interface SharedJoins {
  readonly type: GraphQLObjectType;
  readonly listed: ListedJoins;
}

/**
 * Defines the type of the records of a collection, with their joins. A property of the Lexicon takes precedence over a field
 * of the service of the same name.
 */
export const defineRecord = (
  types: TypeRegistry,
  lexicons: LexiconSet,
  collection: Collection,
  joins: SharedJoins
): void => {
  const listed = joins.listed(collection.nsid).map(({ name }) => name);
  types.objectSharing({ ...joins, listed }, typeName(collection.nsid), collection.description, () => [
    ...propertyFields(types, lexicons, withoutLabels(collection.properties)),
    ...resolvedFields(types, collection.properties),
    ...metaFields,
    labels(types),
    value,
    sharedJoinsField(types, collection)
  ]);
};
