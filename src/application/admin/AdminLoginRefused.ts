import * as Schema from "effect/Schema";

/** An account showed itself and is not let in: it is no admin, or too late to become the first. */
export class AdminLoginRefused extends Schema.TaggedError<AdminLoginRefused>()("AdminLoginRefused", {
  reason: Schema.Literal("not-admin", "set-up-over"),
  did: Schema.String
}) {}
