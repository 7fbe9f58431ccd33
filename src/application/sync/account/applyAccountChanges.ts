import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";
import { type AccountDecision, decideStatus, visibilityEvents } from "../../../domain/sync/account/decideAccount.ts";
import { DueRepositories } from "../../../domain/sync/backfill/DueRepositories.ts";
import { type Append, decideAcross } from "../../event/decideAcross.ts";
import { accountMetadata, loadAccount } from "./accountStream.ts";
import { applyVisibility } from "./applyVisibility.ts";

/** What the source reports of a known account. */
export interface ReportedAccount {
  readonly did: Did;
  /** Null while the account is active. */
  readonly status: AccountStatus | null;
}

/** An account whose visibility changes. */
interface ChangedAccount {
  readonly did: Did;
  readonly decision: AccountDecision;
  readonly append: Append;
}

const decideChange = Effect.fnUntraced(function* ({ did, status }: ReportedAccount) {
  const { state, stream, version } = yield* loadAccount(did);
  const decision = decideStatus(state.visibility, status, "source");
  const events = visibilityEvents(did, decision, "source");
  const append = { stream, version, events, metadata: accountMetadata(did) };
  return { did, decision, append } satisfies ChangedAccount;
});

/**
 * The statuses that an account has at its own PDS only. They may come from a PDS that the account has left, so the
 * present one is asked. A host between may take an account down by itself.
 */
const ownStatuses: ReadonlySet<AccountStatus> = new Set<AccountStatus>(["deleted", "deactivated", "unknown"]);

const isToBeChecked = ({ decision }: ChangedAccount): boolean =>
  decision._tag === "Show" || (decision._tag === "Hide" && ownStatuses.has(decision.status));

const apply = Effect.fnUntraced(function* (changed: ReadonlyArray<ChangedAccount>) {
  yield* Effect.forEach(changed, ({ decision, did }) => applyVisibility(did, decision), { discard: true });
  const due = changed.filter(isToBeChecked).map(({ did }) => did);
  if (due.length > 0) yield* (yield* DueRepositories).request(due);
});

/**
 * Hides or shows accounts as the source of live sync reports them, in order; the last report of an account counts. A
 * repeated report changes nothing. The repositories of accounts that come back or that may have moved become due. It
 * joins a surrounding `Atomically` transaction, in which it appends last.
 */
export const applyAccountChanges = traced("applyAccountChanges")(function* (reported: ReadonlyArray<ReportedAccount>) {
  const last = new Map(reported.map((one) => [one.did, one]));
  yield* decideAcross(
    Effect.map(Effect.forEach(last.values(), decideChange), (decided) => {
      const changed = decided.filter(({ decision }) => decision._tag !== "Keep");
      return { appends: changed.map(({ append }) => append), alongside: apply(changed), outcome: undefined };
    })
  );
});
