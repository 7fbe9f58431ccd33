import * as Schema from "effect/Schema";
import { AdminRole } from "../../domain/administration/AdminRole.ts";

/**
 * An admin asked for something that needs a role that the admin does not have. `action` is the subject of
 * the sentence.
 */
export class RoleRequired extends Schema.TaggedError<RoleRequired>()("RoleRequired", {
  needed: AdminRole,
  held: AdminRole,
  action: Schema.String
}) {
  override get message(): string {
    return `${this.action} needs the role ${this.needed}; yours is ${this.held}.`;
  }
}
