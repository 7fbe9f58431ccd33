import { flag, oneOf, optional, required, text } from "../command/Parameter.ts";

/** The admin that a command is about. */
export const account = required("<did|handle>", text, "The account.");

const roles = ["owner", "developer", "reader"] as const;
const roleDescription =
  "owner: everything. developer: all but admins, clients that administer, erasures and the deletion of the index. reader: sees everything, changes nothing.";

export const role = required("--role", oneOf(roles), roleDescription);
export const newRole = optional("--role", oneOf(roles), `${roleDescription} By default, owner.`);

export const confirmRemoval = flag("--yes", "Confirm.");
