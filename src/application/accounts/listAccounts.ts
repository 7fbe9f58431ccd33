import * as Clock from "effect/Clock";
import { AccountDirectory, type AccountFilter, type AccountPosition } from "../../domain/account/AccountDirectory.ts";
import { traced } from "../../domain/failure/traced.ts";

/** Returns a page of the accounts that the instance knows, those that apps used last first. */
export const listAccounts = traced("listAccounts")(function* (
  { state, text }: Omit<AccountFilter, "now">,
  after: AccountPosition | null,
  limit: number
) {
  const directory = yield* AccountDirectory;
  const typed = text?.trim().replace(/^@/, "") ?? "";
  return yield* directory.page(
    { state, text: typed === "" ? null : typed, now: yield* Clock.currentTimeMillis },
    after,
    limit
  );
});
