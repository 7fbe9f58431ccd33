import * as Schema from "effect/Schema";
import { LoginFailure, LoginFailureDetail } from "../../../domain/authorization/AuthorizationEvent.ts";

/**
 * A user was not authenticated. `unknown-return` is a callback that belongs to no login in progress. `detail` is what
 * the account's documents or its PDS did, if that was the cause.
 */
export class LoginRefused extends Schema.TaggedError<LoginRefused>()("LoginRefused", {
  reason: Schema.Union(LoginFailure, Schema.Literal("unknown-return")),
  detail: Schema.optionalWith(LoginFailureDetail, { exact: true }),
  did: Schema.NullOr(Schema.String)
}) {}
