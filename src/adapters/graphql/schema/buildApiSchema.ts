import { GraphQLObjectType, GraphQLSchema } from "graphql";
import { selfLabelsDefinition } from "../../../domain/label/selfLabels.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { listedJoins } from "../../../domain/lexicon/model/listedJoins.ts";
import type { ApiSchema, RootFields } from "./ApiSchema.ts";
import { defineWhereInputs } from "./filter/whereInput.ts";
import { applyWritesField, defineBatch } from "./mutation/applyWritesField.ts";
import { defineRecordInputs } from "./mutation/recordInputs.ts";
import { defineDeleteResult, recordMutations } from "./mutation/recordMutations.ts";
import { defineBlobUploadResponse, uploadBlobField } from "./mutation/uploadBlobField.ts";
import { defineNotifications, notificationCreatedField, notificationsField } from "./notification/notificationTypes.ts";
import { defineAggregated, defineAggregation } from "./page/aggregateTypes.ts";
import { defineConnection } from "./page/connectionTypes.ts";
import { definePageInfo } from "./page/pageInfoType.ts";
import { defineSearch, searchField } from "./page/searchTypes.ts";
import { defineSort, defineSortDirection } from "./page/sortInput.ts";
import { collectionFields, viewerField } from "./queryFields.ts";
import { defineBlob } from "./record/blobType.ts";
import { defineJoins } from "./record/joinFields.ts";
import { defineLabel } from "./record/labelType.ts";
import { nameOfObject } from "./record/objectName.ts";
import { defineObjects } from "./record/objectTypes.ts";
import { defineRecordCollection } from "./record/recordCollection.ts";
import { defineRecord } from "./record/recordType.ts";
import { defineRecordUnion, recordField } from "./record/recordUnion.ts";
import { defineViewer } from "./record/viewerType.ts";
import { changeFields, defineDeletedRecord } from "./subscription/changeFields.ts";
import { TypeRegistry } from "./TypeRegistry.ts";

const defineTypes = (types: TypeRegistry, lexicons: LexiconSet): void => {
  defineBlob(types);
  defineLabel(types);
  definePageInfo(types);
  defineSortDirection(types);
  defineDeleteResult(types);
  defineDeletedRecord(types);
  defineBlobUploadResponse(types);
  defineObjects(types, lexicons);
  defineWhereInputs(types, lexicons);
  defineRecordInputs(types, lexicons);
  defineAggregation(types);
  defineRecordUnion(types, lexicons);
  defineNotifications(types, lexicons);
  defineRecordCollection(types, lexicons);
  defineSearch(types, lexicons);
  defineBatch(types, lexicons);
  const joins = { type: defineJoins(types, lexicons), listed: listedJoins(lexicons) };
  for (const collection of lexicons.collections) {
    defineRecord(types, lexicons, collection, joins);
    defineAggregated(types, lexicons, collection);
    defineConnection(types, collection);
    defineSort(types, collection);
  }
  defineViewer(types, lexicons);
};

const withRootFields = <Context>(
  root: GraphQLObjectType,
  more: RootFields<Context>["query"] = {}
): GraphQLObjectType => {
  const { fields, ...config } = root.toConfig();
  return new GraphQLObjectType({ ...config, fields: { ...fields, ...more } });
};

/** Builds the schema of a set of Lexicons, including root fields from other parts of the service. */
export const buildApiSchema = <Context = unknown>(lexicons: LexiconSet, roots: RootFields<Context> = {}): ApiSchema => {
  const types = new TypeRegistry();
  defineTypes(types, lexicons);
  const query = types.object("Query", null, () => [
    ...collectionFields(types, lexicons),
    ...recordField(types, lexicons),
    ...notificationsField(types, lexicons),
    ...searchField(types, lexicons),
    viewerField(types)
  ]);
  const mutation = types.object("Mutation", null, () => [
    ...lexicons.collections.flatMap((collection) => recordMutations(types, collection)),
    ...applyWritesField(types, lexicons),
    uploadBlobField(types)
  ]);
  const subscription = types.object("Subscription", null, () => [
    ...lexicons.collections.flatMap((collection) => changeFields(types, collection)),
    ...notificationCreatedField(types, lexicons)
  ]);
  const selfLabels = lexicons.objects.has(selfLabelsDefinition)
    ? [types.objectNamed(nameOfObject(lexicons, selfLabelsDefinition))]
    : [];
  const schema = new GraphQLSchema({
    query: withRootFields(query, roots.query),
    mutation: withRootFields(mutation, roots.mutation),
    subscription: lexicons.collections.length === 0 ? null : subscription,
    // No field may lead there, but the object is one of the Lexicons.
    types: selfLabels
  });
  return { schema, lexicons, outputKinds: types.outputKinds };
};
