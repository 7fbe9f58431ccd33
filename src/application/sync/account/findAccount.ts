import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { Did } from "../../../domain/atproto/Did.ts";
import { traced } from "../../../domain/failure/traced.ts";
import {
  type Identity,
  IdentityResolver,
  type IdentityUnresolvable
} from "../../../domain/identity/IdentityResolver.ts";
import { AccountFinding } from "../../../domain/sync/account/decideAccount.ts";
import {
  RepositoryReader,
  type RepositoryUnreadable,
  type UnreadableReason
} from "../../../domain/sync/repository/RepositoryReader.ts";

/** The status of an account cannot be found out now. `retryAfter` is in seconds; `pds` is null if it is unknown. */
export class AccountUnchecked extends Data.TaggedError("AccountUnchecked")<{
  readonly reason: UnreadableReason | "identity-unresolvable";
  readonly pds: string | null;
  readonly retryAfter: number | null;
}> {}

/** An account as its PDS states it. `rev` is the last revision of its repository, if the PDS states it. */
export interface FoundAccount {
  readonly finding: AccountFinding;
  /** Null if the DID does not exist. */
  readonly identity: Identity | null;
  readonly rev: string | null;
}

interface Answer {
  readonly finding: AccountFinding;
  readonly rev: string | null;
}

/** What the error of a PDS says of an account; null if it says nothing. */
const findingOf = (reason: UnreadableReason): AccountFinding | null => {
  switch (reason) {
    case "repository-not-found":
      return AccountFinding.RepositoryNotFound();
    case "account-deactivated":
      return AccountFinding.Inactive({ status: "deactivated" });
    case "account-taken-down":
      return AccountFinding.Inactive({ status: "takendown" });
    default:
      return null;
  }
};

/** A PDS may not have the method. */
const isAboutMethod = ({ reason }: RepositoryUnreadable): boolean =>
  reason === "refused" || reason === "malformed" || reason === "server-error";

const active = (rev: string | null): Answer => ({ finding: AccountFinding.Active(), rev });

const ask = Effect.fnUntraced(function* ({ did, pds }: Identity) {
  const reader = yield* RepositoryReader;
  const status = Effect.map(reader.status(pds, did), ({ rev, status: why }): Answer => {
    return why === null ? active(rev) : { finding: AccountFinding.Inactive({ status: why }), rev };
  });
  const latest = Effect.map(reader.latest(pds, did), ({ rev }) => active(rev));
  return yield* status.pipe(
    Effect.catchIf(isAboutMethod, () => latest),
    Effect.catchTag("RepositoryUnreadable", ({ reason, retryAfter }) => {
      const finding = findingOf(reason);
      return finding === null
        ? new AccountUnchecked({ reason, pds, retryAfter })
        : Effect.succeed<Answer>({ finding, rev: null });
    })
  );
});

const unresolvable = ({ isTombstone, reason }: IdentityUnresolvable): Effect.Effect<FoundAccount, AccountUnchecked> =>
  reason === "did-not-found"
    ? Effect.succeed({
        finding: isTombstone ? AccountFinding.Tombstone() : AccountFinding.DidNotFound(),
        identity: null,
        rev: null
      })
    : new AccountUnchecked({
        reason: reason === "unreachable" ? "unreachable" : "identity-unresolvable",
        pds: null,
        retryAfter: null
      });

/**
 * Asks the PDS in the DID document of an account for its status. An answer that changes something (`isNews`) is taken
 * only from the PDS in a document that was fetched just now, because an account may have moved: the PDS that it left
 * says that it is deactivated or unknown, or even that it is active.
 */
export const findAccount = traced("findAccount")(function* (did: Did, isNews: (finding: AccountFinding) => boolean) {
  const resolver = yield* IdentityResolver;
  const remembered = yield* Effect.either(resolver.resolveDid(did));
  const first = Either.isRight(remembered) ? yield* Effect.either(ask(remembered.right)) : null;
  if (first !== null && Either.isRight(first) && !isNews(first.right.finding))
    return { ...first.right, identity: Either.getOrNull(remembered) } satisfies FoundAccount;
  const fresh = yield* Effect.either(resolver.resolveDidFresh(did));
  if (Either.isLeft(fresh)) return yield* unresolvable(fresh.left);
  const isSame = Either.isRight(remembered) && remembered.right.pds === fresh.right.pds;
  const answer = isSame && first !== null ? yield* first : yield* ask(fresh.right);
  return { ...answer, identity: fresh.right } satisfies FoundAccount;
});
