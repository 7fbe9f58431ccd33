import * as Schema from "effect/Schema";
import { LoginFailure, LoginFailureDetail } from "../../domain/authorization/AuthorizationEvent.ts";

/** A login that fails for a reason that the log is told, and the app in its own words. */
export class LoginStopped extends Schema.TaggedError<LoginStopped>()("LoginStopped", {
  reason: LoginFailure,
  detail: Schema.optionalWith(LoginFailureDetail, { exact: true })
}) {}

/** What the log is told of it. */
export const whyOf = ({ detail, reason }: LoginStopped) => ({ reason, ...(detail !== undefined && { detail }) });
