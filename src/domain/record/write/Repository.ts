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

/** What a call to a person's PDS is made with. */
export interface PdsCredentials {
  readonly did: Did;
  readonly pds: string;
  readonly accessToken: Redacted.Redacted<string>;
  readonly key: DpopKey;
}

/** What a PDS answers to a write. */
export interface WrittenRecord {
  readonly uri: AtUri;
  readonly cid: Cid;
  readonly rev: string | null;
}

/** What a PDS answers to an upload. */
export interface UploadedBlob {
  readonly ref: Cid;
  readonly mimeType: string;
  readonly size: number;
}

/** The address of one record, and on whose behalf it is written. */
export interface RecordTarget {
  readonly collection: Nsid;
  readonly rkey: RecordKey;
}

/** One write of a batch. `value` carries its `$type`. */
export type BatchWrite =
  | { readonly action: "create" | "update"; readonly target: RecordTarget; readonly value: JsonObject }
  | { readonly action: "delete"; readonly target: RecordTarget };

/** The repository of a person at the PDS (`com.atproto.repo.*`), called with DPoP; a nonce challenge is answered once. */
export class Repository extends Context.Tag("domain/Repository")<
  Repository,
  {
    readonly create: (
      credentials: PdsCredentials,
      target: RecordTarget,
      value: JsonObject
    ) => Effect.Effect<WrittenRecord, RepositoryFailure<WriteFailureReason>>;
    /** Replaces or creates; `swapCid` makes it fail with `swap-mismatch` unless the record there has that CID. */
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
     * Carries out all or none, in one commit; the CIDs in the order of the writes, null for a delete. Fails when a
     * record to create exists, or one to update or delete does not.
     */
    readonly applyWrites: (
      credentials: PdsCredentials,
      writes: ReadonlyArray<BatchWrite>
    ) => Effect.Effect<
      { readonly cids: ReadonlyArray<Cid | null>; readonly rev: string | null },
      RepositoryFailure<WriteFailureReason>
    >;
    /** The revision of the last commit of a repository. Needs no credentials. */
    readonly latestRev: (pds: string, did: Did) => Effect.Effect<string, RepositoryFailure<ReadFailureReason>>;
    /**
     * Sends a blob as it comes, in constant memory. `blob-differs` when the PDS has another CID or size for it. Of what
     * cannot be repeated nothing is taken before the PDS has accepted the session, so that after `token-expired` the
     * same content can be sent; `not-repeatable` when the PDS changes its mind afterwards.
     */
    readonly uploadBlob: (
      credentials: PdsCredentials,
      content: BlobContent
    ) => Effect.Effect<UploadedBlob, RepositoryFailure<UploadFailureReason>>;
    /** What the PDS publishes at an address; none when there is no record. Needs no credentials. */
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
