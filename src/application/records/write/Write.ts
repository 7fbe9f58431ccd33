import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { Cid } from "../../../domain/atproto/Cid.ts";
import type { RecordProblem } from "../../../domain/lexicon/model/RecordProblem.ts";
import type { BatchWrite } from "../../../domain/record/write/Repository.ts";

/** One write of a batch; with `problems`, which tell what is wrong with it already, it is refused like an invalid one. */
export type WriteInput = BatchWrite & { readonly problems?: ReadonlyArray<RecordProblem> };

/** A write that somebody asks for. `swapCid` makes it fail unless the record there has that CID. */
export type Write = WriteInput & { readonly swapCid: Cid | null };

/**
 * A write that is allowed and valid, with its address and the CID that the record will have; null for a delete.
 * `mayCreate` is false for an update by somebody who may not create: it must find a record.
 */
export type PreparedWrite = Write & { readonly uri: AtUri; readonly cid: Cid | null; readonly mayCreate: boolean };

/** One request to the PDS: a write alone, or several that all succeed or all fail. */
export interface WriteRequest {
  readonly isBatch: boolean;
  readonly writes: ReadonlyArray<PreparedWrite>;
}

/**
 * What makes a repeated request known: the app's key, the place of the write among those of its request, and a hash of
 * that whole request, since a key stands for one request only.
 */
export interface WriteKey {
  readonly key: string;
  readonly position: number;
  readonly requestHash: string;
}
