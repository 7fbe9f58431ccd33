import * as Data from "effect/Data";
import type { Handle } from "../../atproto/Handle.ts";
import type { AccountEvent } from "./AccountEvent.ts";
import type { AccountStatus } from "./AccountStatus.ts";

/** Whether the records of an account are visible. */
export type AccountVisibility = Data.TaggedEnum<{
  Shown: {};
  Hidden: { readonly status: AccountStatus };
  /** Its records were erased. Records that arrive later are hidden until the account is shown again. */
  Erased: {};
}>;
export const AccountVisibility = Data.taggedEnum<AccountVisibility>();

/** An account as live sync follows it. `handle` is undefined before the first change of the handle. */
export interface FollowedAccount {
  readonly visibility: AccountVisibility;
  readonly handle: Handle | null | undefined;
}

export const initialAccount: FollowedAccount = { visibility: AccountVisibility.Shown(), handle: undefined };

export const evolveAccount = (account: FollowedAccount, event: AccountEvent): FollowedAccount => {
  switch (event._tag) {
    case "AccountHidden.v1":
      return { ...account, visibility: AccountVisibility.Hidden({ status: event.status }) };
    case "AccountShown.v1":
      return { ...account, visibility: AccountVisibility.Shown() };
    case "AccountErased.v1":
      return { ...account, visibility: AccountVisibility.Erased() };
    case "HandleChanged.v1":
      return { ...account, handle: event.after };
  }
};
