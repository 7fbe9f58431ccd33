import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { type NamedAccount, readAccount } from "../../../domain/atproto/NamedAccount.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { IdentityResolver, IdentityUnresolvable } from "../../../domain/identity/IdentityResolver.ts";
import type { LoginTarget } from "./loginSecrets.ts";

const resolve = Effect.fnUntraced(function* (account: NamedAccount) {
  if (account._tag === "Server") return { did: null, pds: account.origin, hint: null } satisfies LoginTarget;
  const resolver = yield* IdentityResolver;
  if (account._tag === "Handle") {
    const { did, pds } = yield* resolver.resolveHandle(account.handle);
    return { did, pds, hint: account.handle } satisfies LoginTarget;
  }
  const { did, handle, pds } = yield* resolver.resolveDid(account.did);
  return { did, pds, hint: handle ?? did } satisfies LoginTarget;
});

/**
 * Resolves the value of `login_hint`, from a user or an app, to the account and server to sign in at (`readAccount`
 * defines which values are valid).
 */
export const resolveLoginHint = traced("resolveLoginHint")((given: string) =>
  Either.match(readAccount(given), {
    onLeft: ({ text }) => Effect.fail(new IdentityUnresolvable({ subject: text, reason: "handle-not-found" })),
    onRight: resolve
  })
);
