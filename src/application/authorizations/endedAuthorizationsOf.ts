import * as Clock from "effect/Clock";
import type * as Effect from "effect/Effect";
import { GrantedAuthorizations } from "../../domain/authorization/GrantedAuthorizations.ts";
import { traced } from "../../domain/failure/traced.ts";

const pageSize = 1_000;

/** Returns the ids of the authorizations of a user that have ended, from the projection that each append updates. */
export const endedAuthorizationsOf = traced("endedAuthorizationsOf")(function* (did: string) {
  const { page } = yield* GrantedAuthorizations;
  const filter = { did, clientId: null, state: "ended", now: yield* Clock.currentTimeMillis } as const;
  const ended = new Set<string>();
  let before: number | null = null;
  do {
    const found: Effect.Effect.Success<ReturnType<typeof page>> = yield* page(filter, before, pageSize);
    for (const { authorizationId, end } of found) if (end !== null) ended.add(authorizationId);
    before = found.length < pageSize ? null : (found.at(-1)?.position ?? null);
  } while (before !== null);
  return ended;
});
