import * as Either from "effect/Either";
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  parse,
  specifiedRules,
  VariablesInAllowedPositionRule,
  validate
} from "graphql";
import { errorExtensions } from "../../../../application/api/errorExtensions.ts";
import type { Limits } from "../Limits.ts";
import { fromGraphQLError, type PlanError } from "../PlanError.ts";
import { checkComparisons } from "./checkComparisons.ts";
import { checkDefinitions } from "./checkDefinitions.ts";
import { checkLimits } from "./checkLimits.ts";
import { checkTokens, syntaxError } from "./checkTokens.ts";
import { coerceLiterals } from "./coerceLiterals.ts";
import { excessiveIntrospection } from "./introspectionCost.ts";
import { textVariablesRule } from "./textVariablesRule.ts";
import type { ValidDocument } from "./ValidDocument.ts";

const rules = specifiedRules.map((rule) => (rule === VariablesInAllowedPositionRule ? textVariablesRule : rule));

const errorLimit = 10;

const parseDocument = (text: string): Either.Either<DocumentNode, PlanError> => {
  try {
    return Either.right(parse(text));
  } catch (error) {
    return Either.left(syntaxError(error));
  }
};

/** What graphql-js says when comparing fields that may be merged took it too long. */
const aborted = "Validation aborted.";

const validationError = (error: GraphQLError): PlanError =>
  error.message === aborted
    ? {
        message: "The document repeats its fields too often to be validated.",
        extensions: errorExtensions("FIELD_LIMIT")
      }
    : fromGraphQLError(error, "GRAPHQL_VALIDATION_FAILED");

const partsOf = ({ definitions }: DocumentNode): ValidDocument => ({
  operations: definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION),
  fragments: new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : []))
  )
});

/** Reads a document that `prepareDocument` found nothing wrong with, for the same schema and limits. */
export const readPrepared = (schema: GraphQLSchema, text: string): ValidDocument =>
  partsOf(coerceLiterals(parse(text), schema));

/** Reads and checks a document, in an order that spends little on what is refused. */
export const prepareDocument = (
  schema: GraphQLSchema,
  text: string,
  limits: Limits
): Either.Either<ValidDocument, ReadonlyArray<PlanError>> => {
  const parsed = Either.flatMap(checkTokens(text, limits), () => parseDocument(text));
  if (Either.isLeft(parsed)) return Either.left([parsed.left]);
  for (const check of [checkLimits, checkDefinitions, checkComparisons]) {
    const exceeded = check(parsed.right, limits);
    if (exceeded.length > 0) return Either.left(exceeded);
  }
  const document = coerceLiterals(parsed.right, schema);
  const invalid = validate(schema, document, rules, { maxErrors: errorLimit });
  if (invalid.length > 0) {
    return Either.left(invalid.map(validationError));
  }
  const valid = partsOf(document);
  const excess = excessiveIntrospection(schema, valid);
  return excess === null ? Either.right(valid) : Either.left([introspectionTooLarge(excess)]);
};

const introspectionTooLarge = ({ cost, maxCost }: { readonly cost: number; readonly maxCost: number }): PlanError => ({
  message: `The operation asks for some ${cost} values of the schema: at most ${maxCost} are allowed, twice what describes all of it.`,
  extensions: errorExtensions("COST_LIMIT")
});
