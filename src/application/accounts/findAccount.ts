import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { AccountDirectory } from "../../domain/account/AccountDirectory.ts";
import { readUserAccount } from "../../domain/atproto/NamedAccount.ts";
import { traced } from "../../domain/failure/traced.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";
import { accountHint, hintText } from "../login/identity/accountHints.ts";

/** No account is known by what was typed. */
export class AccountUnknown extends Schema.TaggedError<AccountUnknown>()("AccountUnknown", {
  reason: Schema.Literal("malformed", "not-known"),
  message: Schema.String
}) {}

const notKnown = (name: string, remedy: string) =>
  new AccountUnknown({ reason: "not-known", message: `${name} is not known here: ${remedy}` });

/** Returns the DID of an account by its DID or by a handle that the instance knows. No other server is queried. */
export const knownDid = Effect.fnUntraced(function* (typed: string) {
  const account = yield* Either.mapLeft(
    readUserAccount(typed),
    (unreadable) =>
      new AccountUnknown({
        reason: "malformed",
        message: `That names no account. ${hintText(accountHint(unreadable))}`
      })
  );
  if (account._tag === "Did") return account.did;
  const found = yield* (yield* KnownActors).find(account.handle);
  return Option.isSome(found)
    ? found.value
    : yield* notKnown(`The handle ${account.handle}`, "use the DID of the account, or index it first.");
});

/** Returns an account by its DID or by a handle that the instance knows. */
export const findAccount = traced("findAccount")(function* (typed: string) {
  const did = yield* knownDid(typed);
  const found = yield* (yield* AccountDirectory).find(did, yield* Clock.currentTimeMillis);
  return found ?? (yield* notKnown(`The account ${did}`, "it never signed in, and none of its records is indexed."));
});
