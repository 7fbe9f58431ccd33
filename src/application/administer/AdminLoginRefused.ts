import * as Schema from "effect/Schema";
import { AdminLoginFailed } from "../../domain/administration/AdministrationEvent.ts";

/**
 * Somebody who wants to administer is not signed in. `unknown-return` belongs to no login that is under way. `detail` is
 * what the account's documents or its PDS did, where it was for that.
 */
export class AdminLoginRefused extends Schema.TaggedError<AdminLoginRefused>()("AdminLoginRefused", {
  reason: Schema.Union(AdminLoginFailed.fields.reason, Schema.Literal("unknown-return")),
  detail: AdminLoginFailed.fields.detail,
  did: Schema.NullOr(Schema.String)
}) {}
