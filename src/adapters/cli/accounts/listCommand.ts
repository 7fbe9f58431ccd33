import * as Effect from "effect/Effect";
import { listAccounts } from "../../../application/accounts/listAccounts.ts";
import type { DirectoryAccount } from "../../../domain/account/AccountDirectory.ts";
import { isoTime, isoTimeOrNull } from "../../../domain/time/isoTime.ts";
import type { Given, Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { table } from "../report/table.ts";
import { limit, search, state } from "./accountParameters.ts";

const usualLimit = 50;

const stateOf = ({ isTakenDown, status }: DirectoryAccount): string => {
  if (isTakenDown) return "taken down";
  return status ?? "active";
};

const rowOf = (account: DirectoryAccount): ReadonlyArray<string> => {
  const { activeSessions, did, handle, usedAt } = account;
  return [handle ?? "-", did, stateOf(account), usedAt === null ? "never" : isoTime(usedAt), String(activeSessions)];
};

/** An account as JSON. */
export const accountJson = ({ signedInAt, usedAt, ...account }: DirectoryAccount) => ({
  ...account,
  signedInAt: isoTimeOrNull(signedInAt),
  lastUsedAt: isoTimeOrNull(usedAt)
});

const describe = (found: ReadonlyArray<DirectoryAccount>, most: number): Report => {
  const listed = found.slice(0, most);
  const more = found.length > most ? ["There are more: raise --limit, or use --search."] : [];
  const head = ["handle", "DID", "state", "last active", "sessions"];
  return {
    text: listed.length === 0 ? "No account was found." : [table([head, ...listed.map(rowOf)]), ...more].join("\n"),
    json: { accounts: listed.map(accountJson), hasMore: found.length > most }
  };
};

const report = (given: Given) => {
  const most = given(limit) ?? usualLimit;
  return Effect.mapBoth(listAccounts({ text: given(search), state: given(state) }, null, most + 1), {
    onFailure: explainFailure,
    onSuccess: (found) => describe(found, most)
  });
};

export const list: Run = (given) => present(given, report(given));
