import {
  execute,
  GraphQLError,
  GraphQLObjectType,
  GraphQLSchema,
  getOperationAST,
  lexicographicSortSchema,
  OperationTypeNode,
  parse,
  printSchema,
  specifiedDirectives,
  validate
} from "graphql";
import { errorExtensions } from "../../../application/api/errorExtensions.ts";
import type { GraphqlAnswer, GraphqlRequest } from "../../../application/api/GraphqlApi.ts";
import { operationFailed } from "../execute/operationFailed.ts";
import { operationOutcome } from "../execute/operationOutcome.ts";
import type { RootFields } from "../schema/ApiSchema.ts";
import type { AdminContext } from "./AdminContext.ts";
import { accountFields } from "./accounts/accountFields.ts";
import { adminFields } from "./adminFields.ts";
import { adminSessionFields } from "./adminSessionFields.ts";
import { auditFields } from "./audit/auditFields.ts";
import { erasureFields } from "./audit/erasureFields.ts";
import { logFields } from "./audit/logFields.ts";
import { authorizationFields } from "./authorizations/authorizationFields.ts";
import { activityFields } from "./clients/activityFields.ts";
import { clientField, clientFields } from "./clients/clientFields.ts";
import { findFields } from "./find/findFields.ts";
import { firstStepFields } from "./firstStepFields.ts";
import { healthFields } from "./health/healthFields.ts";
import { comparisonFields } from "./lexicons/comparisonFields.ts";
import { lexiconFields } from "./lexicons/lexiconFields.ts";
import { versionFields } from "./lexicons/versionFields.ts";
import { labelerFields } from "./moderation/labelerFields.ts";
import { labelFields } from "./moderation/labelFields.ts";
import { reportFields } from "./moderation/reportFields.ts";
import { publicationFields } from "./publicationFields.ts";
import { recordFields } from "./records/recordFields.ts";
import { resetFields } from "./records/resetFields.ts";
import { skippedFields } from "./records/skippedFields.ts";
import { mutationRole } from "./roles/mutationRoles.ts";
import { printRoles, requiresDirective } from "./roles/requiresDirective.ts";
import { withRoles } from "./roles/withRoles.ts";
import { settingsFields } from "./settingsFields.ts";
import { statisticsFields } from "./statisticsFields.ts";
import { backfillFields } from "./sync/backfillFields.ts";
import { deadLetterFields } from "./sync/deadLetterFields.ts";
import { explainFields } from "./sync/explainFields.ts";
import { statusFields } from "./sync/statusFields.ts";
import { webhookFields } from "./webhook/webhookFields.ts";

/** The fields of admins, by subject. */
const subjects: ReadonlyArray<RootFields<AdminContext>> = [
  adminSessionFields,
  adminFields,
  settingsFields,
  firstStepFields,
  healthFields,
  clientFields,
  clientField,
  activityFields,
  lexiconFields,
  comparisonFields,
  versionFields,
  authorizationFields,
  accountFields,
  recordFields,
  reportFields,
  resetFields,
  erasureFields,
  skippedFields,
  statusFields,
  backfillFields,
  deadLetterFields,
  explainFields,
  statisticsFields,
  auditFields,
  findFields,
  logFields,
  publicationFields,
  webhookFields,
  labelFields,
  labelerFields
];

const fieldsOf = (kind: "query" | "mutation") => Object.assign({}, ...subjects.map((subject) => subject[kind]));

const schema = new GraphQLSchema({
  description:
    "The admin API, at POST /admin/graphql. Sign in at /settings, or send an access token of an account in ADMIN_DIDS from an app whose OAuth client has mayAdminister. Fields require an admin unless they say that they are public; the directive @requires names the role that a mutation needs.",
  query: new GraphQLObjectType({ name: "Query", fields: fieldsOf("query") }),
  mutation: new GraphQLObjectType({ name: "Mutation", fields: withRoles(fieldsOf("mutation")) }),
  directives: [...specifiedDirectives, requiresDirective]
});

/** The schema of the admin API in the schema definition language, sorted alphabetically. */
export const adminSdl = `${printRoles(printSchema(lexicographicSortSchema(schema)), mutationRole)}\n`;

const rejected = (errors: ReadonlyArray<GraphQLError>, code: string): GraphqlAnswer => ({
  outcome: "rejected",
  body: JSON.stringify({ errors: errors.map((error) => ({ ...error.toJSON(), extensions: errorExtensions(code) })) })
});

const parsed = (text: string) => {
  try {
    return parse(text, { maxTokens: 5000 });
  } catch (error) {
    return error instanceof GraphQLError ? error : new GraphQLError("The document cannot be read.");
  }
};

/** Executes a request to the admin API with graphql-js. */
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
  const outcome = operationOutcome(result.errors ?? [], Object.values(result.data ?? {}));
  return { outcome, body: JSON.stringify(result), failed: operationFailed(result.errors ?? []) };
};
