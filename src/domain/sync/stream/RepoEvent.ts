import type { CID } from "multiformats/cid";
import type { Did } from "../../atproto/Did.ts";
import type { JsonObject } from "../../json/Json.ts";
import type { AccountStatus } from "../account/AccountStatus.ts";

/** An event of a source with its position there. */
export interface SourceEvent {
  /** The position in the source: a sequence number, microseconds or an id, which grow. */
  readonly cursor: number;
  /** When the source saw the event, in Unix milliseconds; null if it does not say. */
  readonly time: number | null;
  readonly event: RepoEvent;
}

/** What a source reports about a repository or its account. */
export type RepoEvent = CommitEvent | StateEvent | IdentityEvent | AccountChange | UndecodableEvent | IgnoredEvent;

/** The operation of a commit on one record. `cid` is null for a deletion. */
export interface RecordOperation {
  readonly action: "create" | "update" | "delete";
  /** Not validated: not necessarily an NSID. */
  readonly collection: string;
  /** Not validated: not necessarily a record key. */
  readonly rkey: string;
  readonly cid: string | null;
}

/** Records of a repository changed at a revision. */
export interface CommitEvent {
  readonly _tag: "Commit";
  readonly did: Did;
  readonly rev: string;
  readonly operations: ReadonlyArray<RecordOperation>;
  readonly content: CommitContent;
}

/** What a commit event carries beside its operations. */
export type CommitContent =
  /**
   * The values as the source states them, in the order of the operations; null for a deletion, and for what is not an
   * object. Nothing can be verified.
   */
  | { readonly _tag: "Stated"; readonly values: ReadonlyArray<JsonObject | null> }
  /** The signed commit with its blocks (AT Protocol, Event Stream: "Sync v1.1"). */
  | SignedContent
  /** The commit was too big for its blocks. */
  | { readonly _tag: "TooBig" };

/** The signed commit of an event, not verified yet. */
export interface SignedContent {
  readonly _tag: "Signed";
  /** The revision that the commit follows; null for the first one, and from hosts that do not state it. */
  readonly since: string | null;
  /** The root of the tree before the commit; null if the host does not state it. */
  readonly prevData: CID | null;
  readonly commit: CID;
  /** The previous CID of each operation, by its path; absent for creations, and from hosts that do not state it. */
  readonly previous: ReadonlyMap<string, CID>;
  /** A CAR. */
  readonly blocks: Uint8Array;
}

/** The host states the current revision of a repository without its changes (`#sync`). */
export interface StateEvent {
  readonly _tag: "State";
  readonly did: Did;
  readonly rev: string;
}

/** The DID document or the handle of an account may have changed. */
export interface IdentityEvent {
  readonly _tag: "Identity";
  readonly did: Did;
}

/** An account is active or not at its host. */
export interface AccountChange {
  readonly _tag: "Account";
  readonly did: Did;
  /** Null while the account is active. */
  readonly status: AccountStatus | null;
}

/** What cannot be read. It becomes a dead letter. `did` is null if it cannot be read either. */
export interface UndecodableEvent {
  readonly _tag: "Undecodable";
  readonly did: Did | null;
  readonly reason: string;
  /** The first bytes, up to `maxDeadLetterBytes`. */
  readonly bytes: Uint8Array;
}

/** An event without a meaning here. Its position counts for the cursor. */
export interface IgnoredEvent {
  readonly _tag: "Ignored";
}
