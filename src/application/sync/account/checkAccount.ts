import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { Identity } from "../../../domain/identity/IdentityResolver.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { AccountErased } from "../../../domain/sync/account/AccountEvent.ts";
import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";
import {
  type AccountDecision,
  type AccountFinding,
  decideFinding,
  visibilityEvents
} from "../../../domain/sync/account/decideAccount.ts";
import type { AccountVisibility } from "../../../domain/sync/account/FollowedAccount.ts";
import { DeadLetters, everyDeadLetter } from "../../../domain/sync/DeadLetters.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import { retryConflicts } from "../../event/retryConflicts.ts";
import { accountMetadata, loadAccount } from "./accountStream.ts";
import { applyVisibility } from "./applyVisibility.ts";
import { findAccount } from "./findAccount.ts";

/** What checking an account found. */
export type CheckedAccount =
  /** It is active at the PDS in its identity, and its records are visible. `rev` is null if the PDS does not state it. */
  | { readonly _tag: "Active"; readonly identity: Identity; readonly rev: string | null }
  /** Its records are hidden. */
  | { readonly _tag: "Hidden"; readonly status: AccountStatus }
  /** Its records were erased, now or before. */
  | { readonly _tag: "Erased" };

const erase = Effect.fnUntraced(function* (did: Did, stream: StreamName, version: number) {
  const records = yield* (yield* RecordIndex).erase(did);
  yield* (yield* DeadLetters).drop({ ...everyDeadLetter, did });
  yield* appendEvents(stream, version, [new AccountErased({ did, records })], accountMetadata(did));
  return records;
});

/** The stream of an account and its version. */
interface LoadedAccount {
  readonly stream: StreamName;
  readonly version: number;
}

/** Records a decision on an account that has not changed since its stream had a version. */
const record = Effect.fnUntraced(function* (did: Did, { stream, version }: LoadedAccount, decision: AccountDecision) {
  const atomically = yield* Atomically;
  switch (decision._tag) {
    case "Keep":
      return;
    case "Erase": {
      const records = yield* atomically.run(erase(did, stream, version));
      return yield* Effect.logInfo(`The account ${did} was deleted: erased ${records} records`);
    }
    default: {
      const events = visibilityEvents(did, decision, "pds");
      const append = appendEvents(stream, version, events, accountMetadata(did));
      yield* atomically.run(Effect.zipRight(applyVisibility(did, decision), append));
    }
  }
});

/** Returns what a decision on an account that is not active leads to. */
const inactive = (visibility: AccountVisibility, decision: AccountDecision): CheckedAccount => {
  if (decision._tag === "Hide") return { _tag: "Hidden", status: decision.status };
  const isKept = decision._tag === "Keep" && visibility._tag === "Hidden";
  return isKept ? { _tag: "Hidden", status: visibility.status } : { _tag: "Erased" };
};

const check = Effect.fnUntraced(function* (did: Did) {
  const account = yield* loadAccount(did);
  const { state } = account;
  const decide = (finding: AccountFinding) => decideFinding(state.visibility, finding);
  const { finding, identity, rev } = yield* findAccount(did, (found) => decide(found)._tag !== "Keep");
  const decision = decide(finding);
  yield* record(did, account, decision);
  const checked: CheckedAccount =
    finding._tag === "Active" && identity !== null
      ? { _tag: "Active", identity, rev }
      : inactive(state.visibility, decision);
  return checked;
});

/**
 * Asks the present PDS of an account whether it is active, and hides, shows or erases its records accordingly. If the
 * source of live sync reports another status meanwhile, the PDS is asked again, so that the later report wins. Fails
 * with `AccountUnchecked`, and changes nothing, if neither the PDS nor the directory says what became of the account.
 */
export const checkAccount = traced("checkAccount")((did: Did) => retryConflicts(check(did)));
