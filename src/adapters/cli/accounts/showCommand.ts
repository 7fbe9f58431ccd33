import * as Effect from "effect/Effect";
import { indexingText } from "../../../application/accounts/AccountIndexing.ts";
import { type AccountApp, accountApps } from "../../../application/accounts/accountApps.ts";
import { accountRecords } from "../../../application/accounts/accountRecords.ts";
import { findAccount } from "../../../application/accounts/findAccount.ts";
import { readIndexing } from "../../../application/accounts/readIndexing.ts";
import { activeLabelsOf } from "../../../application/labels/activeLabelsOf.ts";
import { isoTime, isoTimeOrNull } from "../../../domain/time/isoTime.ts";
import { namedClients } from "../audit/namedClients.ts";
import type { Run } from "../command/Command.ts";
import { catalog } from "../lexicons/commandCatalog.ts";
import { defineIndex } from "../records/defineIndex.ts";
import { recordFailure } from "../records/recordFailure.ts";
import { columns } from "../report/columns.ts";
import { present, type Report } from "../report/present.ts";
import { account as named } from "./accountParameters.ts";
import { accountJson } from "./listCommand.ts";

const appLine = ({ activeSessions, clientId, clientName, usedAt }: AccountApp): readonly [string, string] => [
  clientName ?? clientId,
  `last used ${isoTime(usedAt)}, ${activeSessions} active ${activeSessions === 1 ? "session" : "sessions"}`
];

const section = (title: string, rows: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> =>
  rows.length === 0 ? ["", `${title}: none`] : ["", `${title}:`, columns(rows)];

const shown = Effect.fnUntraced(function* (typed: string) {
  const account = yield* findAccount(typed);
  yield* defineIndex;
  const { did, handle, isTakenDown, pds, signedInAt, status } = account;
  const { indexing, last } = yield* readIndexing(account);
  const apps = yield* accountApps(did);
  const records = yield* accountRecords(did);
  const labels = yield* activeLabelsOf(did);
  const { message, remedy } = indexingText(indexing);
  const facts = columns([
    ["DID", did],
    ["handle", handle ?? "none confirmed"],
    ["server", pds ?? "unknown"],
    ["state", isTakenDown ? "taken down" : (status ?? "active")],
    ["last sign-in", isoTimeOrNull(signedInAt) ?? "never"],
    ["labels", labels.length === 0 ? "none" : labels.map(({ val }) => val).join(", ")],
    ["indexing", `${indexing.code}: ${message}${remedy === null ? "" : ` ${remedy}`}`],
    ["read", isoTimeOrNull(last?.at ?? null) ?? "never completely"]
  ]);
  const recordRows = records.map(
    ({ collection, hidden, records: count }) =>
      [collection, `${count}${hidden === 0 ? "" : `, ${hidden} of them hidden`}`] as const
  );
  return {
    text: [facts, ...section("apps", apps.map(appLine)), ...section("records", recordRows)].join("\n"),
    json: {
      ...accountJson(account),
      indexing: { code: indexing.code, message, remedy, indexedAt: isoTimeOrNull(last?.at ?? null) },
      apps: apps.map(({ signedInAt: at, usedAt, ...app }) => ({
        ...app,
        signedInAt: isoTime(at),
        lastUsedAt: isoTime(usedAt)
      })),
      records,
      labels: labels.map(({ src, val }) => ({ src, val }))
    }
  } satisfies Report;
});

export const show: Run = (given) =>
  present(
    given,
    shown(given(named)).pipe(Effect.provide(catalog), Effect.provide(namedClients), Effect.mapError(recordFailure))
  );
