import * as Effect from "effect/Effect";
import { readUserAccount } from "../../domain/atproto/NamedAccount.ts";
import { IdentityResolver, IdentityUnresolvable } from "../../domain/identity/IdentityResolver.ts";
import { loginTimeouts } from "../login/upstream/loginTimeouts.ts";

const resolve = Effect.fnUntraced(function* (text: string) {
  const resolver = yield* IdentityResolver;
  const account = yield* readUserAccount(text);
  return yield* account._tag === "Did" ? resolver.resolveDidFresh(account.did) : resolver.resolveHandle(account.handle);
});

/** Resolves an account from a handle or a DID. Handle and DID must point at each other. */
export const findAccount = (text: string) =>
  Effect.timeoutFail(resolve(text), {
    duration: loginTimeouts.account,
    onTimeout: () => new IdentityUnresolvable({ subject: text.slice(0, 253), reason: "unreachable" })
  });
