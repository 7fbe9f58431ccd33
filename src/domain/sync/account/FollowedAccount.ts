import * as Data from "effect/Data";
import type { Handle } from "../../atproto/Handle.ts";
import type { AccountEvent, AccountReporter } from "./AccountEvent.ts";
import type { AccountStatus } from "./AccountStatus.ts";

/** Whether the records of an account are visible. */
export type AccountVisibility = Data.TaggedEnum<{
  Shown: {};
  Hidden: { readonly status: AccountStatus; readonly reportedBy: AccountReporter };
  /** Its records were erased. Records that arrive later are hidden until the account is shown again. */
  Erased: {};
}>;
export const AccountVisibility = Data.taggedEnum<AccountVisibility>();

/** An account as live sync follows it. `handle` is undefined before the first change of the handle. */
export interface FollowedAccount {
  readonly visibility: AccountVisibility;
  readonly handle: Handle | null | undefined;
  /** How often its records were erased or removed. What was indexed before the last time is no longer in the index. */
  readonly erasures: number;
}

export const initialAccount: FollowedAccount = {
  visibility: AccountVisibility.Shown(),
  handle: undefined,
  erasures: 0
};

export const evolveAccount = (account: FollowedAccount, event: AccountEvent): FollowedAccount => {
  switch (event._tag) {
    case "AccountHidden.v1": {
      const { reportedBy, status } = event;
      return { ...account, visibility: AccountVisibility.Hidden({ status, reportedBy }) };
    }
    case "AccountShown.v1":
      return { ...account, visibility: AccountVisibility.Shown() };
    case "AccountErased.v1":
      return { ...account, visibility: AccountVisibility.Erased(), erasures: account.erasures + 1 };
    case "AccountRecordsRemoved.v1":
      return { ...account, erasures: account.erasures + 1 };
    case "HandleChanged.v1":
      return { ...account, handle: event.after };
  }
};
