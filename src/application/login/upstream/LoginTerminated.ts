import * as Schema from "effect/Schema";
import { LoginFailure, LoginFailureDetail } from "../../../domain/authorization/AuthorizationEvent.ts";

/** A login that fails for a reason that the log is told, and the app in its own words. */
export class LoginTerminated extends Schema.TaggedError<LoginTerminated>()("LoginTerminated", {
  reason: LoginFailure,
  detail: Schema.optionalWith(LoginFailureDetail, { exact: true })
}) {}

/** What the log is told of it. */
export const failureCauseOf = ({ detail, reason }: LoginTerminated) => ({
  reason,
  ...(detail !== undefined && { detail })
});
