import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import { AccountDirectory, type DirectoryAccount } from "../../../domain/account/AccountDirectory.ts";
import { compareAccounts, matchesAccount } from "../../../domain/account/matchesAccount.ts";
import { Did } from "../../../domain/atproto/Did.ts";
import { GrantedAuthorizations } from "../../../domain/authorization/GrantedAuthorizations.ts";
import { Takedowns } from "../../../domain/label/Takedowns.ts";
import { isErasedDid } from "../../../domain/personal/erasedValue.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";

const isDid = Schema.is(Did);
const everyone = { did: null, clientId: null, state: null } as const;

const makeDirectory = Effect.gen(function* () {
  const actors = yield* KnownActors;
  const granted = yield* GrantedAuthorizations;
  const takedowns = yield* Takedowns;

  const all = Effect.fnUntraced(function* (now: number) {
    const known = yield* Effect.orDie(actors.list(null, Number.MAX_SAFE_INTEGER));
    const authorizations = yield* granted.page({ ...everyone, now }, null, Number.MAX_SAFE_INTEGER);
    const owned = Map.groupBy(authorizations, ({ did }) => did);
    const dids = [...new Set([...known, ...[...owned.keys()].filter(isDid)])].filter((did) => !isErasedDid(did));
    const found = yield* Effect.orDie(actors.actors(dids));
    const hidden = yield* Effect.orDie(actors.hidden(dids));
    const taken = yield* takedowns.find(dids.map((did) => ({ _tag: "AccountSubject", did })));
    return dids.map((did): DirectoryAccount => {
      const own = owned.get(did) ?? [];
      const latest = (times: ReadonlyArray<number>) => (times.length === 0 ? null : Math.max(...times));
      return {
        did,
        handle: found.get(did)?.handle ?? null,
        pds: found.get(did)?.pds ?? null,
        status: hidden.get(did) ?? null,
        isTakenDown: taken.has(did),
        signedInAt: latest(own.map(({ grantedAt }) => grantedAt)),
        usedAt: latest(own.map(({ usedAt }) => usedAt)),
        activeSessions: own.filter(({ end, expiresAt }) => end === null && expiresAt > now).length
      };
    });
  });

  return AccountDirectory.of({
    page: (filter, after, limit) =>
      Effect.map(all(filter.now), (accounts) =>
        accounts
          .filter((account) => matchesAccount(account, filter))
          .filter((account) => after === null || compareAccounts(after, account) < 0)
          .toSorted(compareAccounts)
          .slice(0, limit)
      ),
    find: (did, now) => Effect.map(all(now), (accounts) => accounts.find((account) => account.did === did) ?? null)
  });
});

/** The accounts of the record index and the event log in this process. */
export const layer: Layer.Layer<AccountDirectory, never, KnownActors | GrantedAuthorizations | Takedowns> =
  Layer.effect(AccountDirectory, makeDirectory);
