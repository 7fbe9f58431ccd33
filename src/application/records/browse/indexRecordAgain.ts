import * as Effect from "effect/Effect";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { findIdentity } from "../../sync/backfill/backfill.ts";
import { indexChanges } from "../../sync/backfill/indexChanges.ts";
import { Explanation } from "../../sync/explain/Explanation.ts";
import { readRecordAtPds } from "../../sync/explain/readRecordAtPds.ts";
import { storeFetched } from "../../sync/explain/storeFetched.ts";

const readAgain = Effect.fnUntraced(function* (uri: AtUri) {
  const { pds, signingKey } = yield* findIdentity(recordAddress(uri).did, "resolveDidFresh");
  if (signingKey === undefined) return Explanation.NotRead({ reason: "no-signing-key" });
  const { record, rev } = yield* readRecordAtPds(uri, { pds, signingKey });
  if (record !== null) return yield* storeFetched(pds, uri, record, rev);
  yield* indexChanges([{ uri, rev, record: null }]);
  return Explanation.NotAtPds({ pds, rev });
});

/**
 * Reads a record from the PDS of its account, whether or not it is indexed, verifies it, and makes the index match: it is
 * stored, or removed if the account no longer has it. Says what was found.
 */
export const indexRecordAgain = traced("indexRecordAgain")(function* (uri: AtUri) {
  const { collections } = yield* (yield* LexiconCatalog).current;
  if (!collections.some(({ nsid }) => nsid === recordAddress(uri).collection)) return Explanation.CollectionNotInUse();
  return yield* readAgain(uri).pipe(
    Effect.catchTags({
      BackfillStopped: ({ reason }) => Effect.succeed(Explanation.NotRead({ reason })),
      RepositoryUnreadable: ({ reason }) => Effect.succeed(Explanation.NotRead({ reason })),
      RepositoryFault: ({ reason }) => Effect.succeed(Explanation.NotRead({ reason })),
      FullResyncRequired: () => Effect.succeed(Explanation.NotRead({ reason: "block-missing" }))
    })
  );
});

/** Returns what indexing a record again led to, as a sentence. */
export const indexedAgainText = (found: Explanation, explained: string): string => {
  switch (found._tag) {
    case "FetchedNow":
      return `The record was read from ${found.pds}, verified and indexed.`;
    case "NotAtPds":
      return `The repository at ${found.pds} no longer has the record, so it was removed from the index.`;
    default:
      return explained;
  }
};
