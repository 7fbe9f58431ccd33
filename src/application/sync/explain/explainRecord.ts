import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { Atomically } from "../../../domain/event/Atomically.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { Identity } from "../../../domain/identity/IdentityResolver.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { RemovedRecords } from "../../../domain/record/index/RemovedRecords.ts";
import { DueRepositories } from "../../../domain/sync/backfill/DueRepositories.ts";
import { DeadLetters } from "../../../domain/sync/DeadLetters.ts";
import { FollowedRepositories } from "../../../domain/sync/stream/FollowedRepositories.ts";
import { isOpen } from "../../../domain/sync/stream/openCollections.ts";
import { findIdentity } from "../backfill/backfill.ts";
import { LiveSyncSettings } from "../stream/LiveSyncSettings.ts";
import { Explanation } from "./Explanation.ts";
import { readRecordAtPds } from "./readRecordAtPds.ts";
import { storeFetched } from "./storeFetched.ts";

const hiddenBy = Effect.fnUntraced(function* (uri: AtUri) {
  const { did } = recordAddress(uri);
  const { hidden } = yield* KnownActors;
  const status = (yield* hidden([did])).get(did);
  return Option.map(Option.fromNullable(status), (status) => Explanation.HiddenAccount({ status }));
});

const indexedAs = Effect.fnUntraced(function* (uri: AtUri) {
  const { find } = yield* RecordIndex;
  return Option.map(yield* find(uri), ({ cid, indexedAt, rev }) =>
    Explanation.Indexed({ cid, rev, indexedAt: Date.parse(indexedAt) })
  );
});

const deadLetterOf = Effect.fnUntraced(function* (uri: AtUri) {
  const { find } = yield* DeadLetters;
  return Option.map(Option.fromNullable(yield* find(uri)), ({ detail, reason, receivedAt }) =>
    Explanation.Invalid({ reason, detail, receivedAt })
  );
});

const deletedBy = Effect.fnUntraced(function* (uri: AtUri) {
  const { find } = yield* RemovedRecords;
  return Option.map(yield* find(uri), (removal) => Explanation.Deleted(removal));
});

const unsynchronizedSince = Effect.fnUntraced(function* (uri: AtUri) {
  const { did } = recordAddress(uri);
  const { find } = yield* FollowedRepositories;
  const since = (yield* find([did])).get(did)?.desynchronizedAt ?? null;
  return Option.map(Option.fromNullable(since), (since) => Explanation.Desynchronized({ since }));
});

/** Returns what the stores of the instance say of a record, the most specific reason first. */
const explainFromStores = Effect.fnUntraced(function* (uri: AtUri) {
  const found: ReadonlyArray<Option.Option<Explanation>> = [
    yield* hiddenBy(uri),
    yield* indexedAs(uri),
    yield* deadLetterOf(uri),
    yield* deletedBy(uri),
    yield* unsynchronizedSince(uri)
  ];
  return Option.firstSomeOf(found);
});

/** Makes an author known, as a record in an open collection does, so that the rest of the repository is indexed. */
const introduce = Effect.fnUntraced(function* (identity: Identity) {
  const index = yield* RecordIndex;
  const due = yield* DueRepositories;
  const atomically = yield* Atomically;
  yield* atomically.run(Effect.zipRight(index.putActor(identity), due.request([identity.did])));
});

const isKnown = Effect.fnUntraced(function* (did: Did) {
  const { known } = yield* KnownActors;
  return (yield* known([did])).has(did);
});

const askPds = Effect.fnUntraced(function* (uri: AtUri, authorKnown: boolean) {
  const identity = yield* findIdentity(recordAddress(uri).did, "resolveDidFresh");
  const { pds, signingKey } = identity;
  if (signingKey === undefined) return Explanation.NotRead({ reason: "no-signing-key" });
  const { record, rev } = yield* readRecordAtPds(uri, { pds, signingKey });
  if (record === null) return Explanation.NotAtPds({ pds, rev });
  const stored = yield* storeFetched(pds, uri, record, rev);
  if (stored._tag === "FetchedNow" && !authorKnown) yield* introduce(identity);
  return stored;
});

/**
 * Says where a record is, or why it is not in the index. A record that has never arrived is read from the PDS of its
 * account, and is indexed if it belongs here, as the stream would have done.
 */
export const explainRecord = traced("explainRecord")(function* (uri: AtUri) {
  const { collection, did } = recordAddress(uri);
  const { collections } = yield* (yield* LexiconCatalog).current;
  if (!collections.some(({ nsid }) => nsid === collection)) return Explanation.CollectionNotInUse();
  const stored = yield* explainFromStores(uri);
  if (Option.isSome(stored)) return stored.value;
  const { openCollections } = yield* LiveSyncSettings;
  const authorKnown = yield* isKnown(did);
  if (!authorKnown && !isOpen(openCollections, collection)) return Explanation.AuthorNotKnown();
  return yield* askPds(uri, authorKnown).pipe(
    Effect.catchTags({
      BackfillStopped: ({ reason }) => Effect.succeed(Explanation.NotRead({ reason })),
      RepositoryUnreadable: ({ reason }) => Effect.succeed(Explanation.NotRead({ reason })),
      RepositoryFault: ({ reason }) => Effect.succeed(Explanation.NotRead({ reason })),
      FullResyncRequired: () => Effect.succeed(Explanation.NotRead({ reason: "block-missing" }))
    })
  );
});
