import { isValidRecordKey } from "@atproto/syntax";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { JsonObject } from "../../json/Json.ts";
import type { SkipReason } from "../backfill/SkipReason.ts";
import type { GapReason } from "../backfill/SyncEvent.ts";
import { type CidBytes, cidText, parseCidText } from "../repository/cidBytes.ts";
import { type ReadCommit, readCommit } from "../repository/RepositoryCommit.ts";
import { RepositorySignatures } from "../repository/RepositorySignatures.ts";
import { recordValue } from "../repository/recordValue.ts";
import { CarBlocks } from "./CarBlocks.ts";
import type { CommitEvent, RecordOperation, SignedContent } from "./RepoEvent.ts";
import { undoOperations } from "./undoOperations.ts";

/** A commit event with its signed commit and blocks. */
export interface SignedCommitEvent extends CommitEvent {
  readonly content: SignedContent;
}

/** What a commit event is verified against. */
export interface CommitEventCheck {
  /** The signing key of the account's repository, as a Multikey. */
  readonly signingKey: string;
  /** The collections whose records are decoded. */
  readonly collections: Pick<ReadonlySet<string>, "has">;
  /** In Unix milliseconds. */
  readonly now: number;
}

/** The record of an operation; null for a deletion, and in a collection that is not decoded. */
export type RecordOf = Either.Either<JsonObject, SkipReason> | null;

/** What a commit event is worth, apart from its place after other commits (`followCommit`). */
export type CommitVerdict =
  /** The account signed the commit, and the operations are those that it made. */
  | {
      readonly _tag: "Verified";
      readonly rev: string;
      /** The CID of the root of the tree after the commit. */
      readonly data: string;
      /** In the order of the operations. */
      readonly records: ReadonlyArray<RecordOf>;
    }
  /** It cannot be trusted, so the repository has to be fetched. */
  | { readonly _tag: "Gap"; readonly reason: GapReason };

/** The maximum number of operations in a commit (AT Protocol, Sync: "Size Limits"). */
const maxOperations = 200;

const gap = (reason: GapReason): CommitVerdict => ({ _tag: "Gap", reason });

type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** A signed commit event whose commit was read. */
interface Opened {
  readonly blocks: CarBlocks;
  readonly commit: ReadCommit;
}

const open = (event: SignedCommitEvent, now: number, sha256: Sha256): Either.Either<Opened, GapReason> => {
  const { content, did, operations, rev } = event;
  if (operations.length > maxOperations) return Either.left("too-big");
  const blocks = CarBlocks.of(content.blocks, sha256);
  if (blocks === null) return Either.left("commit-malformed");
  const block = blocks.read(content.commit.bytes);
  if (block === null) return Either.left("block-missing");
  const commit = readCommit(block, { did, now });
  if (Either.isLeft(commit) || commit.right.rev !== rev) return Either.left("commit-malformed");
  return Either.right({ blocks, commit: commit.right });
};

const readRecord = (
  { cid, collection, rkey }: RecordOperation,
  blocks: CarBlocks,
  { collections }: CommitEventCheck
): RecordOf | "block-missing" => {
  const bytes: CidBytes | null = cid === null || !collections.has(collection) ? null : parseCidText(cid);
  if (bytes === null) return null;
  if (!isValidRecordKey(rkey)) return Either.left("not-a-record-key");
  const block = blocks.read(bytes);
  return block === null ? "block-missing" : recordValue(block, collection);
};

/** Checks the operations of a commit. */
const conclude = (event: SignedCommitEvent, check: CommitEventCheck, { blocks, commit }: Opened): CommitVerdict => {
  const { content, operations, rev } = event;
  const problem = undoOperations(operations, content, commit.data, blocks);
  if (problem !== null) return gap(problem);
  const records: Array<RecordOf> = [];
  for (const operation of operations) {
    const record = readRecord(operation, blocks, check);
    if (record === "block-missing") return gap(record);
    records.push(record);
  }
  return { _tag: "Verified", rev, data: cidText(commit.data), records };
};

/**
 * Verifies a commit event: the CIDs of the blocks that are needed, the account and revision of the commit, that its
 * operations lead from the tree before to the signed one, and its signature (AT Protocol, Sync: "Commit Validation").
 * Hostile content is a verdict, never an error. The signature comes last, because it costs the most and may be verified
 * elsewhere while this thread goes on with other events.
 */
export const verifyCommitEvent = Effect.fnUntraced(function* (event: SignedCommitEvent, check: CommitEventCheck) {
  const signatures = yield* RepositorySignatures;
  const opened = open(event, check.now, signatures.sha256);
  if (Either.isLeft(opened)) return gap(opened.left);
  const verdict = conclude(event, check, opened.right);
  if (verdict._tag === "Gap") return verdict;
  const { message, signature } = opened.right.commit;
  return (yield* signatures.verify(check.signingKey, message, signature)) ? verdict : gap("signature-invalid");
});
