import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { Cid } from "../../../domain/atproto/Cid.ts";
import type { RecordProblem } from "../../../domain/lexicon/model/RecordProblem.ts";
import type { BatchWrite } from "../../../domain/record/write/Repository.ts";

/**
 * One write of a batch; with `problems`, which list what is wrong with it already, it is rejected like an invalid one.
 */
export type WriteInput = BatchWrite & { readonly problems?: ReadonlyArray<RecordProblem> };

/** A requested write. With `swapCid` it fails unless the record at the address has that CID. */
export type Write = WriteInput & { readonly swapCid: Cid | null };

/**
 * A write that is allowed and valid, with its address and the CID that the record will have; null for a delete.
 * `mayCreate` is false for an update without permission to create: it must find a record.
 */
export type PreparedWrite = Write & { readonly uri: AtUri; readonly cid: Cid | null; readonly mayCreate: boolean };

/** One request to the PDS: a single write, or several that all succeed or all fail. */
export interface WriteRequest {
  readonly isBatch: boolean;
  readonly writes: ReadonlyArray<PreparedWrite>;
}

/**
 * Identifies a repeated request: the app's key, the index of the write within its request, and a hash of the full
 * request, since a key belongs to one request only.
 */
export interface WriteKey {
  readonly key: string;
  readonly position: number;
  readonly requestHash: string;
}
