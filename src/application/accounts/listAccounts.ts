import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { AccountDirectory, type AccountFilter, type AccountPosition } from "../../domain/account/AccountDirectory.ts";

/** Returns a page of the accounts that the instance knows, those that apps used last first. */
export const listAccounts = Effect.fn("listAccounts")(function* (
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
