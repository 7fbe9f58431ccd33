import * as Effect from "effect/Effect";
import { GraphQLError } from "graphql";
import { errorExtensions } from "../../../application/api/errorExtensions.ts";
import type { Viewer } from "../../../application/token/Viewer.ts";
import type { AdminContext, AdminServices } from "../admin/AdminContext.ts";
import { authenticationRequired } from "../execute/ApiError.ts";

/** Returns an error of a field with a code. */
export const fieldError = (message: string, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: errorExtensions(code) });

/** The error of a field while the database does not respond. */
export const databaseUnreachable = fieldError(
  "The service cannot reach its database right now; try again in a moment.",
  "UNAVAILABLE"
);

/** Runs a use case for the user who is signed in to the calling app, or rejects a caller who is not. */
export const asViewer = <A, E extends { readonly _tag: string }>(
  { run, viewer }: AdminContext,
  refusal: (failure: E) => GraphQLError,
  use: (viewer: Viewer) => Effect.Effect<A, E, AdminServices>
): Promise<A> =>
  viewer === null
    ? Promise.reject(fieldError(authenticationRequired.message, authenticationRequired.extensions.code))
    : run(Effect.mapError(use(viewer), refusal));
