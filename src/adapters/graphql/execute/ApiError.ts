import { type ErrorExtensions, errorExtensions } from "../../../application/api/errorExtensions.ts";
import type { Problem } from "../../../application/api/Problem.ts";

/** An error of an executed operation, as GraphQL returns it. Its path is added where it is known. */
export interface ApiError {
  readonly message: string;
  readonly extensions: ErrorExtensions;
}

export const apiError = (code: string, message: string, more: Readonly<Record<string, unknown>> = {}): ApiError => ({
  message,
  extensions: errorExtensions(code, more)
});

/** A problem as GraphQL returns it. */
export const problemError = ({ code, message, more }: Problem): ApiError => apiError(code, message, more);

/** The error of an operation that requires a signed-in user, for a request without one. */
export const authenticationRequired = apiError(
  "UNAUTHENTICATED",
  "Authentication required. Please provide Authorization header."
);
