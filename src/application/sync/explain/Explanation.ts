import * as Data from "effect/Data";
import type { Cid } from "../../../domain/atproto/Cid.ts";
import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";
import type { BackfillFailureReason } from "../../../domain/sync/backfill/BackfillFailure.ts";
import type { DeadLetterReason } from "../../../domain/sync/DeadLetters.ts";

/** Where a record is, or why it is not in the index. Times are in Unix milliseconds. */
export type Explanation = Data.TaggedEnum<{
  Indexed: { readonly cid: Cid; readonly rev: string | null; readonly indexedAt: number };
  /** `detail` names the field that is not valid, or is null. */
  Invalid: { readonly reason: DeadLetterReason; readonly detail: string | null; readonly receivedAt: number };
  Deleted: { readonly rev: string; readonly removedAt: number };
  HiddenAccount: { readonly status: AccountStatus };
  /** The collection is closed, and the author is not a known actor. */
  AuthorNotKnown: {};
  CollectionNotInUse: {};
  /** The repository is not synchronized with its PDS since a time. */
  Desynchronized: { readonly since: number };
  /** The tree that the account signed at `rev` has no such record. */
  NotAtPds: { readonly pds: string; readonly rev: string };
  /** The record had not arrived. It was fetched from the PDS, verified and indexed. */
  FetchedNow: { readonly pds: string; readonly cid: Cid; readonly rev: string };
  /** The record has not arrived, and the PDS could not be asked for it. */
  NotRead: { readonly reason: BackfillFailureReason };
}>;
export const Explanation = Data.taggedEnum<Explanation>();
