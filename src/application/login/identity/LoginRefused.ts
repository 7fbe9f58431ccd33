import * as Schema from "effect/Schema";
import { LoginFailure, LoginFailureDetail } from "../../../domain/authorization/AuthorizationEvent.ts";

/**
 * Somebody did not show who they are. `unknown-return` belongs to no login that is under way. `detail` is what the
 * account's documents or its PDS did, where it was for that.
 */
export class LoginRefused extends Schema.TaggedError<LoginRefused>()("LoginRefused", {
  reason: Schema.Union(LoginFailure, Schema.Literal("unknown-return")),
  detail: Schema.optionalWith(LoginFailureDetail, { exact: true }),
  did: Schema.NullOr(Schema.String)
}) {}
