import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";
import type { GapReason } from "../../../domain/sync/backfill/SyncEvent.ts";
import type { DeadLetter } from "../../../domain/sync/DeadLetters.ts";
import type { CommitLink } from "../../../domain/sync/stream/followCommit.ts";
import type { Access } from "./CollectionsInUse.ts";

/** The dead letter of a record, with the access of its collection. */
export interface RecordLetter {
  readonly letter: DeadLetter & { readonly uri: AtUri };
  readonly access: Access;
}

/** A commit whose content was checked as far as its source allows. */
export interface CheckedCommit {
  readonly _tag: "Checked";
  readonly did: Did;
  /** Null if the source sends nothing that could be verified. */
  readonly link: CommitLink | null;
  /** The changes of the collections in use. A record that is not valid is a removal, and a dead letter. */
  readonly changes: ReadonlyArray<RecordChange>;
  readonly deadLetters: ReadonlyArray<RecordLetter>;
  /** Whether it has a valid record of an open collection, which makes its author known. */
  readonly introducesAuthor: boolean;
}

/** An event after which a repository has to be fetched, because its changes are missing or cannot be verified. */
export interface FoundGap {
  readonly _tag: "Gap";
  readonly did: Did;
  readonly reason: GapReason;
  /** The revision that the event states, which nobody signed. */
  readonly rev: string;
}
