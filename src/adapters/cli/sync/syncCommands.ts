import { did } from "../audit/filterParameters.ts";
import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import {
  accounts,
  all,
  backfillId,
  collection,
  confirmBackfill,
  confirmDrop,
  detach,
  letterFilters,
  limit,
  uri
} from "./syncParameters.ts";

const backfillExample = {
  id: "12",
  kind: "collection",
  dids: [],
  collection: "xyz.statusphere.status",
  state: "completed",
  startedAt: "2026-01-31T12:00:00.000Z",
  endedAt: "2026-01-31T12:04:00.000Z",
  isListed: true,
  repositories: 480,
  processed: 480,
  failed: 2,
  records: 9_120
};

/** The commands about live sync and the indexing of repositories. */
export const syncCommands = {
  sync: group({
    description: "Shows how the instance follows the network, indexes repositories, and says why records are missing.",
    examples: ["tidemark sync status", "tidemark sync backfill alice.example.com", "tidemark sync explain --help"]
  }),
  "sync status": command({
    description:
      "Shows the state of live sync: the source, how far its events are stored, the repositories and the dead letters.",
    parameters: [json],
    examples: ["tidemark sync status", "tidemark sync status --json"],
    jsonExample: {
      source: "firehose",
      address: "wss://relay.example.com/xrpc/com.atproto.sync.subscribeRepos",
      state: "connected",
      since: "2026-01-31T11:00:00.000Z",
      connected: true,
      silentSince: "2026-01-31T12:00:00.000Z",
      cursor: 71_204,
      cursorTime: "2026-01-31T11:59:59.000Z",
      lagSeconds: 1.2,
      eventsPerSecond: 41.5,
      lastEventAt: "2026-01-31T12:00:00.000Z",
      lastError: "The source closed the connection: 1001 going away",
      lastErrorAt: "2026-01-31T10:59:58.000Z",
      collections: [{ collection: "xyz.statusphere.status", lastEventAt: "2026-01-31T11:58:00.000Z" }],
      reposKnown: 120,
      reposDesynchronised: 0,
      deadLetters: 3
    },
    load: async () => (await import("./statusCommand.ts")).status
  }),
  "sync labelers": command({
    description:
      "Shows the external labelers: whether their labels arrive, how many are stored, and which have no effect.",
    parameters: [json],
    examples: ["tidemark sync labelers", "tidemark sync labelers --json"],
    jsonExample: [
      {
        did: "did:plc:ar7c4by46qjdydhdevvrndac",
        endpoint: "https://labeler.example.com",
        state: "connected",
        since: "2026-01-31T11:00:00.000Z",
        cursor: 71_204,
        labels: 68_120,
        lastLabelAt: "2026-01-31T11:59:59.000Z",
        missedAt: null,
        lastError: "The source closed the connection: 1001 going away",
        lastErrorAt: "2026-01-31T10:59:58.000Z",
        rejections: [
          {
            reason: "signature-invalid",
            detail: "the key #atproto_label of the labeler did not sign it",
            uri: "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
            val: "spam",
            count: 2,
            lastAt: "2026-01-31T11:58:00.000Z"
          }
        ]
      }
    ],
    load: async () => (await import("./labelersCommand.ts")).labelers
  }),
  "sync backfill": command({
    description:
      "Starts a backfill, which the running service carries out, and waits for its end: complete repositories are read from their PDSes, verified and compared with the index. A terminal shows an estimate and asks first. Ctrl-C ends the wait, not the backfill.",
    parameters: [accounts, collection, all, confirmBackfill, detach, json],
    examples: [
      "tidemark sync backfill alice.example.com bob.example.com",
      "tidemark sync backfill --collection xyz.statusphere.status --yes",
      "tidemark sync backfill --all --detach --json"
    ],
    jsonExample: backfillExample,
    exits: { 1: "Refused, or aborted because the repositories could not be listed." },
    load: async () => (await import("./backfillCommand.ts")).backfill
  }),
  "sync cancel": command({
    description: "Cancels a backfill. What it has indexed stays; repositories that are being read are finished.",
    parameters: [backfillId, json],
    examples: ["tidemark sync cancel 12"],
    jsonExample: { ...backfillExample, state: "cancelled", processed: 120 },
    load: async () => (await import("./cancelCommand.ts")).cancel
  }),
  "sync explain": command({
    description:
      "Explains why a record is missing. A record that has never arrived is read from the PDS of its account, verified, and indexed if it belongs here.",
    parameters: [uri, json],
    examples: [
      "tidemark sync explain at://alice.example.com/xyz.statusphere.status/3jzfcijpj2z2a",
      "tidemark sync explain at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/xyz.statusphere.status/3jzfcijpj2z2a --json"
    ],
    jsonExample: {
      uri: "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/xyz.statusphere.status/3jzfcijpj2z2a",
      reason: "invalid",
      message: "It is not valid by its Lexicon: status must be a string.",
      remedy: "It is a dead letter. …"
    },
    load: async () => (await import("./explainCommand.ts")).explain
  }),
  "sync dead-letters": group({
    description: "Shows what arrived and is not in the index, tries it again, or drops it.",
    examples: ["tidemark sync dead-letters list"]
  }),
  "sync dead-letters list": command({
    description: "Lists what arrived and is not in the index, newest first, each with the reason.",
    parameters: [...Object.values(letterFilters), limit, json],
    examples: [
      "tidemark sync dead-letters list",
      "tidemark sync dead-letters list --collection xyz.statusphere.status --reason invalid --json"
    ],
    jsonExample: {
      total: 1,
      deadLetters: [
        {
          id: 7,
          source: "firehose",
          did: "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
          handle: "alice.example.com",
          collection: "xyz.statusphere.status",
          uri: "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/xyz.statusphere.status/3jzfcijpj2z2a",
          cid: "bafyrei…",
          rev: "3l2zpbbhyxs2b",
          reason: "invalid",
          message: "It is not valid by its Lexicon: status must be a string.",
          value: { $type: "xyz.statusphere.status", status: 7 },
          bytes: null,
          receivedAt: "2026-01-31T12:00:00.000Z"
        }
      ]
    },
    load: async () => (await import("./listLettersCommand.ts")).listLetters
  }),
  "sync dead-letters retry": command({
    description:
      "Tries dead letters again by the Lexicons in use: those that match every filter, or all of them. An import of Lexicons does the same for the collections in the set.",
    parameters: [...Object.values(letterFilters), json],
    examples: [
      "tidemark sync dead-letters retry",
      "tidemark sync dead-letters retry --collection xyz.statusphere.status"
    ],
    jsonExample: { tried: 12, indexed: 10, gone: 1 },
    load: async () => (await import("./retryLettersCommand.ts")).retryLetters
  }),
  "sync dead-letters drop": command({
    description:
      "Drops dead letters: those that match every filter, or all of them. They are not tried again. Requires --yes.",
    parameters: [...Object.values(letterFilters), confirmDrop, json],
    examples: ["tidemark sync dead-letters drop --reason undecodable --yes"],
    jsonExample: { dropped: 3 },
    load: async () => (await import("./dropLettersCommand.ts")).dropLetters
  }),
  "sync skipped": command({
    description:
      "Lists the records that the last indexing of each repository left out, each with the reason: the first 1,000, of one account or of all.",
    parameters: [did, json],
    examples: ["tidemark sync skipped", "tidemark sync skipped --did alice.example.com --json"],
    jsonExample: {
      total: 1,
      skipped: [
        {
          uri: "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/xyz.statusphere.status/3jzfcijpj2z2a",
          cid: "bafyrei…",
          reason: "invalid-utf8",
          message: "It has a string that is not UTF-8.",
          did: "did:plc:ewvi7nxzyoun6zhxrhs64oiz",
          handle: "alice.example.com",
          rev: "3l2zpbbhyxs2b",
          indexedAt: "2026-01-31T12:00:00.000Z"
        }
      ]
    },
    load: async () => (await import("./skippedCommand.ts")).skipped
  })
};
