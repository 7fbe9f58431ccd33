import * as Schema from "effect/Schema";

/** A callback that belongs to no login in progress: unknown, used, expired, or of a client that changed. */
export class UnknownCallback extends Schema.TaggedError<UnknownCallback>()("UnknownCallback", {
  reason: Schema.Literal(
    "state-missing",
    "state-unknown",
    "already-used",
    "expired",
    "not-from-server",
    "client-changed"
  )
}) {}

/** The browser of the callback is not the one that the login was started in. */
export class BrowserMismatch extends Schema.TaggedError<BrowserMismatch>()("BrowserMismatch", {
  authorizationId: Schema.String
}) {}
