import * as Schema from "effect/Schema";
import { Cid } from "../../atproto/Cid.ts";
import { PersonalDid, PersonalUriText } from "../../personal/personal.ts";
import { BackfillFailureReason } from "./BackfillFailure.ts";
import { SkipReason } from "./SkipReason.ts";

/**
 * The index holds the records of a repository at a revision, for the collections of the digest. `stored` and `removed`
 * count the changes; `skipped` counts what is not a record, or not one that the index accepts.
 */
const indexed = {
  did: PersonalDid,
  pds: Schema.String,
  rev: Schema.String,
  commit: Cid,
  collections: Schema.String,
  stored: Schema.NonNegativeInt,
  removed: Schema.NonNegativeInt,
  skipped: Schema.NonNegativeInt,
  /** The number of resets of the index before this started; absent for zero. */
  resets: Schema.optionalWith(Schema.NonNegativeInt, { exact: true })
};

/** Version 1 lacks the skipped records, and did not skip records that decoding changes. */
export class RepositoryIndexedV1 extends Schema.TaggedClass<RepositoryIndexedV1>()("RepositoryIndexed.v1", indexed) {}

/** A repository was indexed, with the first skipped records and why they were skipped. */
export class RepositoryIndexed extends Schema.TaggedClass<RepositoryIndexed>()("RepositoryIndexed.v2", {
  ...indexed,
  /** The first five skipped records; `uri` is not necessarily a valid at-uri. */
  skippedFirst: Schema.Array(Schema.Struct({ uri: PersonalUriText, reason: SkipReason })).pipe(Schema.maxItems(5))
}) {}

/** The repository of an account could not be indexed, and is not tried again until the account signs in. */
export class BackfillFailed extends Schema.TaggedClass<BackfillFailed>()("BackfillFailed.v1", {
  did: PersonalDid,
  pds: Schema.NullOr(Schema.String),
  reason: BackfillFailureReason,
  tries: Schema.Positive.pipe(Schema.int())
}) {}

/** Why the state of a repository, or of all of them, is no longer certain, as a code. */
export const GapReason = Schema.Literal(
  /** The commit does not follow the last one that was seen (`since`, `prevData`). */
  "missed-commits",
  "too-big",
  /** The host sent `#sync`. */
  "sync-event",
  "block-missing",
  "signature-invalid",
  /** The operations do not lead from the previous tree to the signed one. */
  "operations-invalid",
  "commit-malformed",
  /** The account's DID document cannot be resolved, so the signature cannot be verified. */
  "identity-unresolvable",
  /** The source no longer has the events after the cursor. */
  "outdated-cursor",
  /** The cursor is ahead of the source, whose sequence started over. */
  "future-cursor",
  /** The connection was lost before the first event, so that there was no cursor to continue from. */
  "no-cursor"
);
export type GapReason = typeof GapReason.Type;

/**
 * Events of a repository were missed or are invalid, and its records are fetched from its PDS. Without a DID this is
 * true of all known repositories. `rev` is the revision of the event, `lastRev` the last one that was seen before.
 */
export class SyncGapFound extends Schema.TaggedClass<SyncGapFound>()("SyncGapFound.v1", {
  source: Schema.String,
  did: Schema.NullOr(PersonalDid),
  reason: GapReason,
  rev: Schema.NullOr(Schema.String),
  lastRev: Schema.NullOr(Schema.String)
}) {}

/** The events of the indexed records of one repository. */
export const SyncEvent = Schema.Union(RepositoryIndexedV1, RepositoryIndexed, BackfillFailed, SyncGapFound);
export type SyncEvent = typeof SyncEvent.Type;
