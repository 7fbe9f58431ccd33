import * as Schema from "effect/Schema";

/** An account authenticated but gets no admin session: it is not an admin, or set-up is over. */
export class AdminLoginRefused extends Schema.TaggedError<AdminLoginRefused>()("AdminLoginRefused", {
  reason: Schema.Literal("not-admin", "set-up-over"),
  did: Schema.String
}) {}
