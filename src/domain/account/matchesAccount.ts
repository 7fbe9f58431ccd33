import type { AccountFilter, AccountPosition, DirectoryAccount } from "./AccountDirectory.ts";

const isInState = (account: DirectoryAccount, state: AccountFilter["state"]): boolean => {
  switch (state) {
    case null:
      return true;
    case "signed-in":
      return account.usedAt !== null;
    case "never-signed-in":
      return account.usedAt === null;
    case "hidden":
      return account.status !== null || account.isTakenDown;
  }
};

/** Whether a filter selects an account. */
export const matchesAccount = (account: DirectoryAccount, { state, text }: AccountFilter): boolean => {
  const isNamed =
    text === null || account.did.startsWith(text) || account.handle?.includes(text.toLowerCase()) === true;
  return isNamed && isInState(account, state);
};

/** Compares positions in the list of accounts: the last used first, then by DID. */
export const compareAccounts = (left: AccountPosition, right: AccountPosition): number => {
  const difference = (right.usedAt ?? 0) - (left.usedAt ?? 0);
  if (difference !== 0) return difference;
  if (left.did === right.did) return 0;
  return left.did < right.did ? -1 : 1;
};
