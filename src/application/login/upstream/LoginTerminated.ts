import * as Schema from "effect/Schema";
import { LoginFailure, LoginFailureDetail } from "../../../domain/authorization/AuthorizationEvent.ts";

/** A login that failed for a reason that is recorded; the app receives it in its own terms. */
export class LoginTerminated extends Schema.TaggedError<LoginTerminated>()("LoginTerminated", {
  reason: LoginFailure,
  detail: Schema.optionalWith(LoginFailureDetail, { exact: true })
}) {}

/** Returns the failure as it is recorded. */
export const failureCauseOf = ({ detail, reason }: LoginTerminated) => ({
  reason,
  ...(detail !== undefined && { detail })
});
