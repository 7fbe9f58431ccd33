import type { GraphQLError } from "graphql";
import { type ErrorExtensions, errorExtensions } from "../../../application/api/errorExtensions.ts";
import { truncate } from "../../../domain/text/truncate.ts";

/** What kind of error it is, for machines; it stands in `extensions.code`. */
export type PlanErrorCode =
  | "GRAPHQL_PARSE_FAILED"
  | "GRAPHQL_VALIDATION_FAILED"
  | "OPERATION_RESOLUTION_FAILURE"
  | "DOCUMENT_TOO_LARGE"
  | "NESTING_LIMIT"
  | "DEPTH_LIMIT"
  | "ALIAS_LIMIT"
  | "FIELD_LIMIT"
  | "CONDITION_LIMIT"
  | "COST_LIMIT"
  | "VARIABLES_TOO_LARGE"
  | "PERSISTED_QUERY_NOT_FOUND"
  | "PERSISTED_QUERY_REQUIRED"
  | "BAD_USER_INPUT"
  | "BAD_CURSOR"
  | "UNAUTHENTICATED";

/** An error as GraphQL answers it (GraphQL specification, section 7.1.2). */
export interface PlanError {
  readonly message: string;
  readonly locations?: ReadonlyArray<{ readonly line: number; readonly column: number }>;
  readonly path?: ReadonlyArray<string>;
  readonly extensions: ErrorExtensions<PlanErrorCode>;
}

/**
 * A request that cannot be answered. `request`: nothing was executed, there is no `data`, as always for a subscription.
 * `field`: an argument of a field is wrong, `data` is null.
 */
export interface PlanFailure {
  readonly phase: "request" | "field";
  readonly errors: ReadonlyArray<PlanError>;
}

/** A value of the caller's that does not fit can be quoted in a message, but not at any length. */
const maxMessageLength = 500;

/** One error can be about thousands of places. */
const maxLocations = 10;

/** An error of graphql-js with a code. */
export const fromGraphQLError = (error: GraphQLError, code: PlanErrorCode): PlanError => {
  const { message, locations = [] } = error;
  const places = locations.slice(0, maxLocations).map(({ line, column }) => ({ line, column }));
  return {
    message: truncate(message, maxMessageLength),
    ...(places.length === 0 ? {} : { locations: places }),
    extensions: errorExtensions(code)
  };
};
