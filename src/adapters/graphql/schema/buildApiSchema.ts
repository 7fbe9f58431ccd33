import { GraphQLObjectType, GraphQLSchema } from "graphql";
import type { LexiconSet } from "../../../domain/lexicon/LexiconSet.ts";
import { listedJoins } from "../../../domain/lexicon/listedJoins.ts";
import type { ApiSchema, RootFields } from "./ApiSchema.ts";
import { defineAggregated, defineAggregation } from "./aggregateTypes.ts";
import { applyWritesField, defineBatch } from "./applyWritesField.ts";
import { defineBlob } from "./blobType.ts";
import { defineConnection } from "./connectionTypes.ts";
import { defineJoins } from "./joinFields.ts";
import { defineLabel } from "./labelType.ts";
import { defineObjects } from "./objectTypes.ts";
import { definePageInfo } from "./pageInfoType.ts";
import { collectionFields, viewerField } from "./queryFields.ts";
import { defineRecordInputs } from "./recordInputs.ts";
import { defineDeleteResult, recordMutations } from "./recordMutations.ts";
import { defineRecord } from "./recordType.ts";
import { defineRecordUnion, recordField } from "./recordUnion.ts";
import { defineSort, defineSortDirection } from "./sortInput.ts";
import { TypeTable } from "./TypeTable.ts";
import { defineBlobUploadResponse, uploadBlobField } from "./uploadBlobField.ts";
import { defineViewer } from "./viewerType.ts";
import { defineWhereInputs } from "./whereInput.ts";

const defineTypes = (types: TypeTable, lexicons: LexiconSet): void => {
  defineBlob(types);
  defineLabel(types);
  definePageInfo(types);
  defineSortDirection(types);
  defineDeleteResult(types);
  defineBlobUploadResponse(types);
  defineObjects(types, lexicons);
  defineWhereInputs(types, lexicons);
  defineRecordInputs(types, lexicons);
  defineAggregation(types);
  defineRecordUnion(types, lexicons);
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

/** Makes the schema of a set of Lexicons, with root fields of other parts of the service beside its own. */
export const buildApiSchema = <Context = unknown>(lexicons: LexiconSet, roots: RootFields<Context> = {}): ApiSchema => {
  const types = new TypeTable();
  defineTypes(types, lexicons);
  const query = types.object("Query", null, () => [
    ...collectionFields(types, lexicons),
    ...recordField(types, lexicons),
    viewerField(types)
  ]);
  const mutation = types.object("Mutation", null, () => [
    ...lexicons.collections.flatMap((collection) => recordMutations(types, collection)),
    ...applyWritesField(types, lexicons),
    uploadBlobField(types)
  ]);
  const schema = new GraphQLSchema({
    query: withRootFields(query, roots.query),
    mutation: withRootFields(mutation, roots.mutation)
  });
  return { schema, lexicons, meanings: types.meanings };
};
