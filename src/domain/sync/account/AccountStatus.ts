import * as Schema from "effect/Schema";

/**
 * Why an account is not active, as its host states it (`com.atproto.sync.subscribeRepos#account`). Hosts may use other
 * values; they are stored as `unknown`, because an inactive account is hidden whatever the reason.
 */
export const AccountStatus = Schema.Literal(
  "takendown",
  "suspended",
  "deleted",
  "deactivated",
  "desynchronized",
  "throttled",
  "unknown"
);
export type AccountStatus = typeof AccountStatus.Type;

const isAccountStatus = Schema.is(AccountStatus);

/** Returns the status for the value that a host states, or for none. */
export const accountStatusOf = (stated: unknown): AccountStatus => (isAccountStatus(stated) ? stated : "unknown");
