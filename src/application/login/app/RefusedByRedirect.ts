import * as Schema from "effect/Schema";
import { AuthorizationRefused } from "../../../domain/authorization/request/requestAuthorization.ts";

/**
 * An authorization that ends with a redirect to the app, carrying an error (RFC 6749 section 4.1.2.1). `cause` is what
 * can correct it: the app, the user who entered a handle, or the PDS.
 */
export class RefusedByRedirect extends Schema.TaggedError<RefusedByRedirect>()("RefusedByRedirect", {
  redirectUri: Schema.String,
  state: Schema.NullOr(Schema.String),
  error: AuthorizationRefused.fields.error,
  description: Schema.String,
  cause: Schema.Literal("request", "identity", "upstream")
}) {}
