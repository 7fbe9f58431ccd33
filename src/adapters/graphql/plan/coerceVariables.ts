import * as Either from "effect/Either";
import { type GraphQLSchema, getVariableValues, type OperationDefinitionNode, OperationTypeNode } from "graphql";
import { countObjects } from "./countObjects.ts";
import { countParts } from "./countParts.ts";
import { isNestedWithin } from "./isNestedWithin.ts";
import type { Limits } from "./Limits.ts";
import { fromGraphQLError, type PlanError } from "./PlanError.ts";

type Variables = Readonly<Record<string, unknown>>;

const maximalErrors = 10;

/** A condition is an operator in an object of its own, in an object for the field. */
const objectsPerCondition = 2;

/** A variable that was not given is not there, even if its name is that of something every object has. */
const withoutPrototype = (variables: Variables): Variables => Object.assign(Object.create(null), variables);

/** Variables as the types the operation declares, defaults filled in (GraphQL specification, section 6.1.2). */
export const coerceVariables = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Variables,
  { conditions, nesting, objects }: Limits
): Either.Either<Variables, ReadonlyArray<PlanError>> => {
  const definitions = operation.variableDefinitions ?? [];
  if (definitions.length === 0) return Either.right({});
  if (!isNestedWithin(given, nesting)) {
    const message = `The variables are nested more than ${nesting} deep.`;
    return Either.left([{ message, extensions: { code: "NESTING_LIMIT" } }]);
  }
  if (countParts(given, objects) > objects) {
    const message = `The variables hold more than ${objects} objects and entries of lists.`;
    return Either.left([{ message, extensions: { code: "VARIABLES_TOO_LARGE" } }]);
  }
  const inConditions = operation.operation === OperationTypeNode.QUERY ? objectsPerCondition * conditions : objects;
  if (countObjects(given, inConditions) > inConditions) {
    const message = `The variables hold more than ${inConditions} objects, more than the conditions and orders of a query may be made of.`;
    return Either.left([{ message, extensions: { code: "VARIABLES_TOO_LARGE" } }]);
  }
  const { coerced, errors = [] } = getVariableValues(schema, definitions, { ...given }, { maxErrors: maximalErrors });
  if (coerced !== undefined) return Either.right(withoutPrototype(coerced));
  return Either.left(errors.map((error) => fromGraphQLError(error, "BAD_USER_INPUT")));
};
