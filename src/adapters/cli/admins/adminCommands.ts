import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { account, confirmRemoval, newRole, role } from "./adminParameters.ts";

const did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz";

/** The commands about the admins of an instance. */
export const adminCommands = {
  admins: group({
    description: "Manages the accounts that administer the instance, and their roles.",
    examples: ["tidemark admins list", "tidemark admins set-role alice.example.com --role reader"]
  }),
  "admins list": command({
    description: "Lists the admins: those in ADMIN_DIDS, then the others in the order in which they were added.",
    parameters: [json],
    examples: ["tidemark admins list"],
    jsonExample: {
      admins: [
        {
          did,
          handle: "alice.example.com",
          role: "owner",
          addedAt: "2026-11-28T10:00:00.000Z",
          addedBy: null,
          fromConfiguration: false
        }
      ]
    },
    load: async () => (await import("./listCommand.ts")).listCommand
  }),
  "admins add": command({
    description: "Makes an account an admin. The handle and the DID must point at each other.",
    parameters: [account, newRole, json],
    examples: ["tidemark admins add alice.example.com --role developer"],
    jsonExample: { did, handle: "alice.example.com", role: "developer" },
    load: async () => (await import("./addCommand.ts")).addCommand
  }),
  "admins set-role": command({
    description:
      "Gives an admin another role, which applies from the next request of the admin on. One owner must remain.",
    parameters: [account, role, json],
    examples: ["tidemark admins set-role alice.example.com --role reader"],
    jsonExample: { did, role: "reader" },
    load: async () => (await import("./setRoleCommand.ts")).setRoleCommand
  }),
  "admins remove": command({
    description: "Removes an admin, whose sessions in the settings end immediately. One owner must remain.",
    parameters: [account, confirmRemoval, json],
    examples: ["tidemark admins remove alice.example.com --yes"],
    jsonExample: { did, removed: true },
    load: async () => (await import("./removeCommand.ts")).removeCommand
  })
};
