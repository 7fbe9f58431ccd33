import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type * as Redacted from "effect/Redacted";
import type { AtUri } from "../../atproto/AtUri.ts";
import type { Cid } from "../../atproto/Cid.ts";
import type { Did } from "../../atproto/Did.ts";
import type { Nsid } from "../../atproto/Nsid.ts";
import type { RecordKey } from "../../atproto/RecordKey.ts";
import type { JsonObject } from "../../json/Json.ts";
import type { DpopKey } from "../../session/UpstreamAuthorization.ts";
import type { BlobContent } from "../blob/BlobContent.ts";
import type {
  ReadFailureReason,
  RepositoryFailure,
  UploadFailureReason,
  WriteFailureReason
} from "../RepositoryFailure.ts";

/** The credentials for a call to the PDS of a user. */
export interface PdsCredentials {
  readonly did: Did;
  readonly pds: string;
  readonly accessToken: Redacted.Redacted<string>;
  readonly key: DpopKey;
}

/** The response of a PDS to a write. */
export interface WrittenRecord {
  readonly uri: AtUri;
  readonly cid: Cid;
  readonly rev: string | null;
}

/** The response of a PDS to an upload. */
export interface UploadedBlob {
  readonly ref: Cid;
  readonly mimeType: string;
  readonly size: number;
}

/** The address of a record within a repository. */
export interface RecordTarget {
  readonly collection: Nsid;
  readonly rkey: RecordKey;
}

/** One write of a batch. `value` carries its `$type`. */
export type BatchWrite =
  | { readonly action: "create" | "update"; readonly target: RecordTarget; readonly value: JsonObject }
  | { readonly action: "delete"; readonly target: RecordTarget };

/**
 * Calls the repository of a user at the PDS (`com.atproto.repo.*`) with DPoP. It retries one nonce challenge per call.
 */
export class Repository extends Context.Tag("domain/Repository")<
  Repository,
  {
    readonly create: (
      credentials: PdsCredentials,
      target: RecordTarget,
      value: JsonObject
    ) => Effect.Effect<WrittenRecord, RepositoryFailure<WriteFailureReason>>;
    /**
     * Replaces or creates a record. With `swapCid` it fails with `swap-mismatch` unless the record there has that CID.
     */
    readonly put: (
      credentials: PdsCredentials,
      target: RecordTarget,
      value: JsonObject,
      swapCid: Cid | null
    ) => Effect.Effect<WrittenRecord, RepositoryFailure<WriteFailureReason>>;
    readonly remove: (
      credentials: PdsCredentials,
      target: RecordTarget,
      swapCid: Cid | null
    ) => Effect.Effect<{ readonly rev: string | null }, RepositoryFailure<WriteFailureReason>>;
    /**
     * Carries out all of the writes or none, in one commit, and returns the CIDs in their order, null for a delete.
     * Fails if a record to create exists, or a record to update or delete does not.
     */
    readonly applyWrites: (
      credentials: PdsCredentials,
      writes: ReadonlyArray<BatchWrite>
    ) => Effect.Effect<
      { readonly cids: ReadonlyArray<Cid | null>; readonly rev: string | null },
      RepositoryFailure<WriteFailureReason>
    >;
    /** Returns the revision of the last commit of a repository. Needs no credentials. */
    readonly latestRev: (pds: string, did: Did) => Effect.Effect<string, RepositoryFailure<ReadFailureReason>>;
    /**
     * Streams a blob in constant memory. Fails with `blob-differs` if the PDS reports another CID or size. Content that
     * is not repeatable is not read until the PDS has accepted the session, so that the same content can be sent after
     * `token-expired`; it fails with `not-repeatable` if the PDS rejects the session afterwards.
     */
    readonly uploadBlob: (
      credentials: PdsCredentials,
      content: BlobContent
    ) => Effect.Effect<UploadedBlob, RepositoryFailure<UploadFailureReason>>;
    /** Returns the record that the PDS publishes at an address, or none. Needs no credentials. */
    readonly get: (
      pds: string,
      did: Did,
      target: RecordTarget
    ) => Effect.Effect<
      Option.Option<{ readonly cid: Cid; readonly value: JsonObject }>,
      RepositoryFailure<ReadFailureReason>
    >;
  }
>() {}
