import * as Schema from "effect/Schema";
import { EndReason } from "../../domain/authorization/end/EndReason.ts";
import { RefreshFailure } from "../../domain/session/SessionEvent.ts";

/** The session at the PDS has ended, and the user must sign in again. `reason` is a code. */
export class SessionTerminated extends Schema.TaggedError<SessionTerminated>()("SessionTerminated", {
  reason: Schema.Union(EndReason, Schema.Literal("authorization-ended"))
}) {}

/** The session continues, but its tokens could not be refreshed now. */
export class SessionNotRefreshed extends Schema.TaggedError<SessionNotRefreshed>()("SessionNotRefreshed", {
  reason: RefreshFailure
}) {}
