import type { AuditFilter } from "../../src/domain/audit/AuditFilter.ts";
import { known } from "./fillLog.ts";

const at = (day: number, hour = 0): string => new Date(known.start + day * 86_400_000 + hour * 3_600_000).toISOString();

/** The filters, from those that match most events to those that match none, alone and combined. */
export const filters = (total: number): Readonly<Record<string, AuditFilter>> => ({
  "nothing left out": {},
  "an account": { did: "did:plc:cfcd208495d565ef66e7dff9" },
  "the busiest account (15 %)": { did: known.bot },
  "an account with 10 events": { did: known.rareDid },
  "the busiest app (30 %)": { clientId: known.busyClient },
  "an app with 10 events": { clientId: known.rareClient },
  "an app that is not there": { clientId: "client_nobody" },
  "a frequent type": { types: ["TokensRefreshed.v1"] },
  "a type with one event": { types: ["ClientDeleted.v1"] },
  "a type that is not there": { types: ["LexiconsImported.v1"] },
  "five types": {
    types: ["CodeRefused.v1", "LoginFailed.v1", "ClientDeleted.v1", "LexiconsImported.v1", "BackfillFailed.v1"]
  },
  "what succeeded": { outcome: "success" },
  "what failed (2 %)": { outcome: "failure" },
  "a frequent reason": { reason: "expired" },
  "a rare reason": { reason: "rare-reason" },
  "an authorization": { authorizationId: "auth_17" },
  "an authorization with 10,000 events": { authorizationId: known.longAuthorization },
  "its timeline": { journey: { authorizationId: known.longAuthorization, streams: ["write-5", "write-6"] } },
  "a request": { requestId: "c4ca4238-a0b9-2382-0dcc-509a6f75849b" },
  "a record": { uri: `at://${known.bot}/xyz.statusphere.status/${Math.floor(total / 4)}` },
  "an hour in the middle": { since: at(14), until: at(14, 1) },
  "a week in the middle": { since: at(7), until: at(14) },
  "an hour that is not there": { since: at(40), until: at(41) },
  "30 % and 30 %, never together": { clientId: known.writingClient, types: ["TokensRefreshed.v1"] },
  "15 % and 30 %, failed, never together": { did: known.bot, clientId: known.writingClient, outcome: "failure" },
  "30 % and a type with one event": { clientId: known.busyClient, types: ["ClientDeleted.v1"] },
  "15 % and a frequent type": { did: known.bot, types: ["RecordWritten.v1"] },
  "15 % and a rare reason": { did: known.bot, reason: "rare-reason" },
  "30 %, failed": { clientId: known.busyClient, outcome: "failure" },
  "30 %, failed, a rare reason, a week": {
    clientId: known.busyClient,
    outcome: "failure",
    reason: "rare-reason",
    since: at(7),
    until: at(14)
  },
  "30 % that succeeded, two types, never": {
    clientId: known.writingClient,
    outcome: "success",
    types: ["TokensRefreshed.v1", "LoginCompleted.v1"]
  },
  "a type that is not there, in a week": { types: ["BackfillFailed.v1"], since: at(7), until: at(14) }
});
