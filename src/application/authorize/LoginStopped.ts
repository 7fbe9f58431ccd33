import * as Schema from "effect/Schema";
import { LoginFailure } from "../../domain/authorization/AuthorizationEvent.ts";

/** A login that fails for a reason that the log is told, and the app in its own words. */
export class LoginStopped extends Schema.TaggedError<LoginStopped>()("LoginStopped", { reason: LoginFailure }) {}
