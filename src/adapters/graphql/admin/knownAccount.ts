import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { accountHint, hintText } from "../../../application/login/identity/accountHints.ts";
import { readUserAccount } from "../../../domain/atproto/NamedAccount.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { InvalidPage } from "./page/pageOf.ts";

/** Returns the DID of an account named by its DID or by a handle known to the service, or null. */
export const knownAccount = Effect.fnUntraced(function* (typed: string | null) {
  if (typed === null) return null;
  const account = yield* Either.mapLeft(
    readUserAccount(typed),
    (unreadable) =>
      new InvalidPage({ argument: "did", reason: `names no account. ${hintText(accountHint(unreadable))}` })
  );
  if (account._tag === "Did") return account.did;
  const actors = yield* KnownActors;
  const found = yield* actors.find(account.handle);
  if (Option.isSome(found)) return found.value;
  return yield* new InvalidPage({
    argument: "did",
    reason: `names ${account.handle}, a handle that is not known here: use the DID of the account.`
  });
});
