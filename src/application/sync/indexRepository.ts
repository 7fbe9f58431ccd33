import * as Effect from "effect/Effect";
import { Cid } from "../../domain/atproto/Cid.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { sha256Base64Url } from "../../domain/crypto/sha256.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { LexiconCatalog } from "../../domain/lexicon/LexiconCatalog.ts";
import { fault } from "../../domain/sync/RepositoryFault.ts";
import { RepositoryReader } from "../../domain/sync/RepositoryReader.ts";
import { RepositoryIndexed } from "../../domain/sync/SyncEvent.ts";
import { changedSince, collectionsDigest, lastIndexed } from "../../domain/sync/SyncedRepository.ts";
import { repositories } from "../event/aggregates.ts";
import { decide } from "../event/decide.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { openRepository, type Wanted } from "./openRepository.ts";
import { type Reconciled, reconcileWindow } from "./reconcileWindow.ts";

/** Where a repository lives, and the key that it is signed with. */
export interface RepositoryHome {
  readonly did: Did;
  readonly pds: string;
  readonly signingKey: string;
}

/** The stream of what the index holds of an account's repository. A DID may be longer than a name. */
export const repositoryStream = (did: Did) => streamName("repository", sha256Base64Url(did));

const nothing: Reconciled = { stored: 0, removed: 0, skipped: 0 };

/** Entries after which the operator is told how far it is. */
const progressEvery = 10_000;

const reconcile = (wanted: Wanted) =>
  Effect.gen(function* () {
    const repository = yield* openRepository(wanted);
    const { state } = yield* loadAggregate(repositories, repositoryStream(wanted.did));
    const before = lastIndexed(state);
    if (before !== null && before.rev > repository.rev) return yield* fault("rev-went-back");
    let total = nothing;
    let seen = 0;
    yield* repository.eachWindow((window) =>
      Effect.gen(function* () {
        const { removed, skipped, stored } = yield* reconcileWindow(repository, window);
        total = { stored: total.stored + stored, removed: total.removed + removed, skipped: total.skipped + skipped };
        const next = seen + window.entries.length;
        if (Math.floor(next / progressEvery) > Math.floor(seen / progressEvery))
          yield* Effect.logInfo(`Indexing the repository of ${wanted.did}: ${next} records so far`);
        seen = next;
      })
    );
    return { repository, total };
  });

const recordIndexed = (event: RepositoryIndexed) =>
  decide({
    aggregate: repositories,
    stream: repositoryStream(event.did),
    about: () => ({ actor: { type: "system", id: null }, subjectDid: event.did }),
    decide: () => Effect.succeed({ events: [event], outcome: event })
  });

type Problem = Effect.Effect.Error<ReturnType<typeof reconcile>>;

/** What may be wrong with the changes since a revision only. */
const isAboutChanges = (problem: Problem): boolean => {
  if (problem._tag === "WholeNeeded") return true;
  if (problem._tag === "RepositoryUnreadable") return problem.reason === "refused";
  return problem._tag === "RepositoryFault" && ["block-missing", "tree-malformed"].includes(problem.reason);
};

/** What changed since a revision, or everything where the index lacks what the PDS takes for known. */
const reconcileSince = (wanted: Wanted) =>
  Effect.scoped(reconcile(wanted)).pipe(
    Effect.catchIf(
      (problem) => wanted.since !== null && isAboutChanges(problem),
      () => Effect.scoped(reconcile({ ...wanted, since: null }))
    )
  );

/**
 * Makes the index have what an account's repository has of the collections of this instance: what was stored before and
 * is the same is left alone, what is gone is removed, and what somebody writes meanwhile stays. Null when the PDS has
 * nothing that was not indexed before.
 */
export const indexRepository = Effect.fn("indexRepository")(function* ({ did, pds, signingKey }: RepositoryHome) {
  const catalog = yield* LexiconCatalog;
  const reader = yield* RepositoryReader;
  const collections = (yield* catalog.current).collections.map(({ nsid }) => nsid);
  const digest = collectionsDigest(collections);
  const { state } = yield* loadAggregate(repositories, repositoryStream(did));
  const since = changedSince(state, pds, digest);
  if (collections.length === 0) return null;
  if (since !== null && (yield* reader.latestRev(pds, did)) === since) return null;
  const { repository, total } = yield* reconcileSince({ did, pds, signingKey, collections, since });
  const { outcome } = yield* recordIndexed(
    new RepositoryIndexed({
      did,
      pds,
      rev: repository.rev,
      commit: Cid.make(repository.root.toString(), true),
      collections: digest,
      ...total
    })
  );
  return outcome;
});
