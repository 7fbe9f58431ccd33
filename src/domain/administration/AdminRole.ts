import * as Schema from "effect/Schema";

/**
 * What an admin may do: an owner everything; a developer all but the admins and what cannot be restored; a reader sees
 * everything and changes nothing.
 */
export const AdminRole = Schema.Literal("owner", "developer", "reader");
export type AdminRole = typeof AdminRole.Type;

const ranks: Readonly<Record<AdminRole, number>> = { reader: 0, developer: 1, owner: 2 };

/** Whether an admin with a role may do what needs another role. */
export const allows = (held: AdminRole, needed: AdminRole): boolean => ranks[held] >= ranks[needed];
