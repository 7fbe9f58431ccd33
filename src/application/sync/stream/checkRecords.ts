import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { atUri } from "../../../domain/atproto/AtUri.ts";
import { Cid } from "../../../domain/atproto/Cid.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { RecordKey } from "../../../domain/atproto/RecordKey.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";
import type { SkipReason } from "../../../domain/sync/backfill/SkipReason.ts";
import type { DeadLetterReason } from "../../../domain/sync/DeadLetters.ts";
import type { RecordOperation } from "../../../domain/sync/stream/RepoEvent.ts";
import { checkRecord } from "../deadLetters/readRecord.ts";
import type { CheckedCommit, RecordLetter } from "./CheckedCommit.ts";
import type { CollectionsInUse } from "./CollectionsInUse.ts";

/** The value of an operation: the record, why it is not one, or null for a deletion. */
export type OperationValue = Either.Either<JsonObject, SkipReason> | null;

/** What a commit is checked for. */
interface CommitRecords {
  readonly did: Did;
  readonly rev: string;
  readonly operations: ReadonlyArray<RecordOperation>;
  /** In the order of the operations. */
  readonly values: ReadonlyArray<OperationValue>;
}

/** Where and when the commit was received. */
interface Reception {
  readonly source: string;
  readonly receivedAt: number;
}

const isRecordKey = Schema.is(RecordKey);

type Records = Pick<CheckedCommit, "changes" | "deadLetters" | "introducesAuthor">;

/**
 * Returns the changes of a commit in the collections in use. Records that are not valid by their Lexicons become dead
 * letters, and what the index had at their addresses is removed.
 */
export const checkRecords = (
  set: LexiconSet,
  inUse: CollectionsInUse,
  { did, operations, rev, values }: CommitRecords,
  { receivedAt, source }: Reception
): Records => {
  const changes: Array<RecordChange> = [];
  const deadLetters: Array<RecordLetter> = [];
  let introducesAuthor = false;
  operations.forEach(({ cid, collection: named, rkey }, at) => {
    const collection = inUse.get(named);
    if (collection === undefined || !isRecordKey(rkey)) return;
    const uri = atUri({ did, collection: collection.nsid, rkey });
    const value = values[at] ?? null;
    if (cid === null || value === null) {
      changes.push({ uri, rev, record: null });
      return;
    }
    const refuse = (reason: DeadLetterReason, detail: string | null, stored: JsonObject | null): void => {
      changes.push({ uri, rev, record: null });
      const letter = { source, did, collection: collection.nsid, uri, cid, rev, reason, detail };
      deadLetters.push({ letter: { ...letter, value: stored, bytes: null, receivedAt }, access: collection.access });
    };
    if (Either.isLeft(value)) {
      refuse(value.left, null, null);
      return;
    }
    const checked = checkRecord(set, collection.nsid, value.right);
    if (Either.isLeft(checked)) {
      refuse(checked.left.reason, checked.left.detail, checked.left.value);
      return;
    }
    changes.push({ uri, rev, record: { cid: Cid.make(cid, true), value: checked.right } });
    if (collection.access === "open") introducesAuthor = true;
  });
  return { changes, deadLetters, introducesAuthor };
};
