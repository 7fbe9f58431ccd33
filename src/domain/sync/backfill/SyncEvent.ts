import * as Schema from "effect/Schema";
import { Cid } from "../../atproto/Cid.ts";
import { Did } from "../../atproto/Did.ts";
import { BackfillFailureReason } from "./BackfillFailure.ts";
import { SkipReason } from "./SkipReason.ts";

/**
 * The index holds what a repository held at a revision, of the collections whose digest is given. `stored` and `removed`
 * count what that changed; `skipped` what is no record, or none that the index takes.
 */
const indexed = {
  did: Did,
  pds: Schema.String,
  rev: Schema.String,
  commit: Cid,
  collections: Schema.String,
  stored: Schema.NonNegativeInt,
  removed: Schema.NonNegativeInt,
  skipped: Schema.NonNegativeInt,
  /** How often the index had been emptied when this began; left out for never. */
  resets: Schema.optionalWith(Schema.NonNegativeInt, { exact: true })
};

/** As version 2, without the records that were skipped, and without a judgement of what decoding changes. */
export class RepositoryIndexedV1 extends Schema.TaggedClass<RepositoryIndexedV1>()("RepositoryIndexed.v1", indexed) {}

/** A repository was indexed, and why the first of the records that were skipped were. */
export class RepositoryIndexed extends Schema.TaggedClass<RepositoryIndexed>()("RepositoryIndexed.v2", {
  ...indexed,
  /** The first five of those that were skipped; `uri` need not be a valid at-uri. */
  skippedFirst: Schema.Array(Schema.Struct({ uri: Schema.String, reason: SkipReason })).pipe(Schema.maxItems(5))
}) {}

/** The repository of an account is not indexed, and will not be tried again before somebody signs in. */
export class BackfillFailed extends Schema.TaggedClass<BackfillFailed>()("BackfillFailed.v1", {
  did: Did,
  pds: Schema.NullOr(Schema.String),
  reason: BackfillFailureReason,
  tries: Schema.Positive.pipe(Schema.int())
}) {}

/** What happens to what the index holds of one repository. */
export const SyncEvent = Schema.Union(RepositoryIndexedV1, RepositoryIndexed, BackfillFailed);
export type SyncEvent = typeof SyncEvent.Type;
