import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import { account, client, confirmEnd, limit, sessionId, state } from "./sessionParameters.ts";

/** The commands about the sessions of users in apps, and those at PDSes. */
export const sessionCommands = {
  sessions: group({
    description: "Lists and ends the sessions of users in apps, and shows those at PDSes that are still to be revoked.",
    examples: ["tidemark sessions list", "tidemark sessions end --account alice.example.com --yes"]
  }),
  "sessions list": command({
    description: "Lists who signed in to which app, the latest first.",
    parameters: [account, client, state, limit, json],
    examples: ["tidemark sessions list --state active", "tidemark sessions list --account alice.example.com --json"],
    jsonExample: {
      sessions: [
        {
          authorizationId: "auth_AAAAAAAAAAAAAAAAAAAAAA",
          did: "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
          clientId: "client_AAAAAAAAAAAAAAAAAAAAAA",
          scope: "atproto",
          handle: "alice.example.com",
          clientName: "Statusphere",
          grantedAt: "2026-01-31T12:00:00.000Z",
          lastUsedAt: "2026-01-31T12:10:00.000Z",
          expiresAt: "2026-02-14T12:10:00.000Z",
          endedAt: null,
          endReason: null
        }
      ],
      hasMore: false
    },
    load: async () => (await import("./listCommand.ts")).list
  }),
  "sessions end": command({
    description:
      "Signs users out: ends one session, or all of an account, of an app, or of an account in an app. The apps are notified, and the users can sign in again.",
    parameters: [sessionId, account, client, confirmEnd, json],
    examples: [
      "tidemark sessions end --account alice.example.com --yes",
      "tidemark sessions end --id auth_AAAAAAAAAAAAAAAAAAAAAA --yes"
    ],
    jsonExample: { ended: 2 },
    load: async () => (await import("./endCommand.ts")).end
  }),
  "sessions owed": command({
    description: "Lists the ended sessions whose tokens are not yet revoked at the PDS, oldest first.",
    parameters: [json],
    examples: ["tidemark sessions owed", "tidemark sessions owed --json"],
    jsonExample: { owed: [] },
    load: async () => (await import("./owedCommand.ts")).owed
  })
};
