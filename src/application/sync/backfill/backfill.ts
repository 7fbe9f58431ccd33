import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import { type Identity, IdentityResolver } from "../../../domain/identity/IdentityResolver.ts";
import type { BackfillFailureReason } from "../../../domain/sync/backfill/BackfillFailure.ts";
import { indexRepository, type RepositoryHome } from "./indexRepository.ts";

/**
 * A repository could not be indexed now. `retryAfter` is in seconds; `pds` is null when the account's PDS is unknown.
 */
export class BackfillStopped extends Data.TaggedError("BackfillStopped")<{
  readonly reason: BackfillFailureReason;
  readonly pds: string | null;
  readonly retryAfter: number | null;
}> {}

/**
 * Failures that may result from an outdated identity: the account moved or its key changed since its document was read.
 */
const mayBeOutdated: ReadonlySet<BackfillFailureReason> = new Set<BackfillFailureReason>([
  "no-signing-key",
  "signature-invalid",
  "did-mismatch",
  "repository-not-found",
  "account-deactivated",
  "unreachable"
]);

const stopped = (reason: BackfillFailureReason, pds: string | null, retryAfter: number | null = null) =>
  new BackfillStopped({ reason, pds, retryAfter });

/** Resolves the identity of an account, from the cache or anew. */
export const findIdentity = (did: Did, how: "resolveDid" | "resolveDidFresh") =>
  Effect.flatMap(IdentityResolver, (resolver) =>
    Effect.mapError(resolver[how](did), ({ reason }) =>
      stopped(reason === "unreachable" ? "unreachable" : "identity-unresolvable", null)
    )
  );

const homeOf = ({ did, pds, signingKey }: Identity): Effect.Effect<RepositoryHome, BackfillStopped> =>
  signingKey === undefined ? stopped("no-signing-key", pds) : Effect.succeed({ did, pds, signingKey });

const indexAt = (identity: Identity) =>
  Effect.flatMap(homeOf(identity), indexRepository).pipe(
    Effect.catchTags({
      RepositoryUnreadable: ({ reason, retryAfter }) => stopped(reason, identity.pds, retryAfter),
      RepositoryFault: ({ reason }) => stopped(reason, identity.pds),
      FullResyncRequired: () => stopped("block-missing", identity.pds)
    })
  );

const hasChanged = (before: Identity, now: Identity): boolean =>
  before.pds !== now.pds || before.signingKey !== now.signingKey;

/**
 * Indexes the repository of an account at the PDS in its document; the document is fetched again when it seems
 * outdated.
 */
export const backfill = (identity: Identity) =>
  indexAt(identity).pipe(
    Effect.catchIf(
      (problem): problem is BackfillStopped => problem._tag === "BackfillStopped" && mayBeOutdated.has(problem.reason),
      (problem) =>
        Effect.flatMap(findIdentity(identity.did, "resolveDidFresh"), (now) =>
          hasChanged(identity, now) ? indexAt(now) : problem
        )
    )
  );
