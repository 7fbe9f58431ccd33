import * as Either from "effect/Either";
import * as Option from "effect/Option";
import { readUserAccount } from "../../domain/atproto/NamedAccount.ts";
import { traced } from "../../domain/failure/traced.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";

/** Returns the DID of an account that was named by its DID or by a handle that is known here; none for another name. */
export const resolveSubject = traced("resolveSubject")(function* (name: string) {
  const account = Either.getRight(readUserAccount(name));
  if (Option.isNone(account)) return Option.none();
  return account.value._tag === "Did"
    ? Option.some(account.value.did)
    : yield* (yield* KnownActors).find(account.value.handle);
});
