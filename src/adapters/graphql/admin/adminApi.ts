import {
  execute,
  GraphQLError,
  GraphQLObjectType,
  GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  parse,
  printSchema,
  validate
} from "graphql";
import type { GraphqlAnswer, GraphqlRequest } from "../../../application/api/GraphqlApi.ts";
import type { AdminContext } from "./AdminContext.ts";
import { auditFields } from "./audit/auditFields.ts";
import { clientFields } from "./clientFields.ts";
import { lexiconFields } from "./lexiconFields.ts";
import { statisticsFields } from "./statisticsFields.ts";

const schema = new GraphQLSchema({
  description:
    "What admins do. Sign in at /settings, or send an access token of an account that is named in ADMIN_DIDS.",
  query: new GraphQLObjectType({
    name: "Query",
    fields: { ...clientFields.query, ...lexiconFields.query, ...statisticsFields.query, ...auditFields.query }
  }),
  mutation: new GraphQLObjectType({ name: "Mutation", fields: { ...clientFields.mutation, ...lexiconFields.mutation } })
});

/** The schema of the admin API in the schema definition language. */
export const adminSdl = printSchema(schema);

const rejected = (errors: ReadonlyArray<GraphQLError>, code: string): GraphqlAnswer => ({
  outcome: "rejected",
  body: JSON.stringify({ errors: errors.map((error) => ({ ...error.toJSON(), extensions: { code } })) })
});

const parsed = (text: string) => {
  try {
    return parse(text, { maxTokens: 5000 });
  } catch (error) {
    return error instanceof GraphQLError ? error : new GraphQLError("The document cannot be read.");
  }
};

/** Answers a request to the admin API by graphql-js. */
export const executeAdmin = async (request: GraphqlRequest, context: AdminContext): Promise<GraphqlAnswer> => {
  const document = parsed(request.query);
  if (document instanceof GraphQLError) return rejected([document], "GRAPHQL_PARSE_FAILED");
  const invalid = validate(schema, document);
  if (invalid.length > 0) return rejected(invalid, "GRAPHQL_VALIDATION_FAILED");
  const operation = getOperationAST(document, request.operationName);
  if (operation === null || operation === undefined) {
    const which = new GraphQLError("operationName must name one of the operations of the document.");
    return rejected([which], "OPERATION_RESOLUTION_FAILURE");
  }
  if (operation.operation !== OperationTypeNode.QUERY && !request.mutations) {
    return {
      ...rejected([new GraphQLError("Send a mutation by POST.")], "BAD_REQUEST"),
      outcome: "mutation-not-allowed"
    };
  }
  const { variables: variableValues, operationName } = request;
  const result = await execute({ schema, document, variableValues, operationName, contextValue: context });
  if (result.data === undefined) return rejected(result.errors ?? [], "BAD_USER_INPUT");
  return { outcome: "executed", body: JSON.stringify(result) };
};
