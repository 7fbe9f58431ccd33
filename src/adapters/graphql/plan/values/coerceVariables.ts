import * as Either from "effect/Either";
import { type GraphQLSchema, getVariableValues, type OperationDefinitionNode, OperationTypeNode } from "graphql";
import { errorExtensions } from "../../../../application/api/errorExtensions.ts";
import type { Limits } from "../Limits.ts";
import { fromGraphQLError, type PlanError } from "../PlanError.ts";
import { countObjects } from "./countObjects.ts";
import { countParts } from "./countParts.ts";
import { isNestedWithin } from "./isNestedWithin.ts";

type Variables = Readonly<Record<string, unknown>>;

const errorLimit = 10;

/** A condition consists of an object for the field that contains an object for the operator. */
const objectsPerCondition = 2;

/** An absent variable is absent even if its name is that of a property of every object. */
const withoutPrototype = (variables: Variables): Variables => Object.assign(Object.create(null), variables);

const tooLarge = (message: string): Either.Either<never, ReadonlyArray<PlanError>> =>
  Either.left([{ message, extensions: errorExtensions("VARIABLES_TOO_LARGE") }]);

/** Coerces variables to the declared types and fills in defaults (GraphQL specification, section 6.1.2). */
export const coerceVariables = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Variables,
  { conditions, nesting, objects, queryObjects }: Limits
): Either.Either<Variables, ReadonlyArray<PlanError>> => {
  const definitions = operation.variableDefinitions ?? [];
  if (definitions.length === 0) return Either.right({});
  if (!isNestedWithin(given, nesting)) {
    const message = `The variables are nested more than ${nesting} deep.`;
    return Either.left([{ message, extensions: errorExtensions("NESTING_LIMIT") }]);
  }
  const isQuery = operation.operation === OperationTypeNode.QUERY;
  const parts = isQuery ? queryObjects : objects;
  if (countParts(given, parts) > parts)
    return tooLarge(`The variables hold more than ${parts} objects and entries of lists.`);
  const inConditions = objectsPerCondition * conditions;
  if (isQuery && countObjects(given, inConditions) > inConditions) {
    return tooLarge(
      `The variables hold more than ${inConditions} objects, more than the conditions and orders of a query may be made of.`
    );
  }
  const { coerced, errors = [] } = getVariableValues(schema, definitions, { ...given }, { maxErrors: errorLimit });
  if (coerced !== undefined) return Either.right(withoutPrototype(coerced));
  return Either.left(errors.map((error) => fromGraphQLError(error, "BAD_USER_INPUT")));
};
