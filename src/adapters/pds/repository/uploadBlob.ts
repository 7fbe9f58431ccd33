import { createHash } from "node:crypto";
import * as Effect from "effect/Effect";
import type { OutboundRequest, OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";
import type { BlobContent } from "../../../domain/record/blob/BlobContent.ts";
import { blobCidOf } from "../../../domain/record/blob/blobCid.ts";
import { tapBytes } from "../../../domain/record/blob/tapBytes.ts";
import { RepositoryFailure, type UploadFailureReason } from "../../../domain/record/RepositoryFailure.ts";
import type { PdsCredentials, UploadedBlob } from "../../../domain/record/write/Repository.ts";
import { type DpopTransport, sendOnceWithProof, sendWithProof } from "../dpop/sendWithProof.ts";
import { isNonceChallenge } from "../responseErrors.ts";
import { repositoryFailureFrom, uploading } from "./repositoryFailure.ts";
import { retryAfterRateLimit } from "./retryAfterRateLimit.ts";
import { withoutSecrets } from "./withoutSecrets.ts";
import { withStallTimeout } from "./withStallTimeout.ts";
import { Uploaded } from "./XrpcResponses.ts";
import { decodeResponse, sessionHeaders, succeeded, xrpc } from "./xrpcCall.ts";

/** The time limit for a blob in milliseconds; it may be tens of megabytes over a slow connection. */
const uploadTimeoutMs = 600_000;

const failed = <Reason extends UploadFailureReason>(reason: Reason) =>
  new RepositoryFailure({ reason, status: null, detail: null, retryAfter: null });

/** The last attempt. The CID is computed while sending. */
interface UploadDigest {
  hash: ReturnType<typeof createHash>;
  size: number;
}

const request = (
  credentials: PdsCredentials,
  { mimeType, size }: BlobContent,
  bytes: AsyncIterable<Uint8Array>,
  sent: UploadDigest
): Effect.Effect<OutboundRequest> =>
  Effect.sync(() => {
    sent.hash = createHash("sha256");
    sent.size = 0;
    const note = (piece: Uint8Array) => {
      sent.hash.update(piece);
      sent.size += piece.length;
    };
    return {
      method: "POST",
      url: xrpc(credentials.pds, "com.atproto.repo.uploadBlob"),
      headers: {
        ...sessionHeaders(credentials),
        "content-type": mimeType,
        ...(size !== null && { "content-length": String(size) })
      },
      body: tapBytes(bytes, note),
      completeWithin: uploadTimeoutMs
    };
  });

/**
 * Whether the failure of the preflight call also applies to the upload. A PDS or its proxy may fail the preflight alone.
 */
const isDecisive: Readonly<Record<UploadFailureReason, boolean>> = {
  "token-expired": true,
  "proof-refused": true,
  "account-deactivated": true,
  "account-taken-down": true,
  "rate-limited": true,
  "address-refused": true,
  unreachable: true,
  timeout: true,
  "scope-missing": false,
  "blob-not-found": false,
  "blob-too-large": false,
  "blob-differs": false,
  "not-repeatable": false,
  refused: false,
  "server-error": false,
  malformed: false,
  "not-xrpc": false,
  "too-large": false,
  redirected: false
};

/**
 * Makes a call without effect to obtain a fresh nonce and verify the token, so that the upload, which can be sent only once,
 * is not refused because of them.
 */
const preflight = (transport: DpopTransport, credentials: PdsCredentials) => {
  const preflightCall = sendWithProof(
    transport,
    credentials.key,
    credentials.accessToken,
    Effect.sync(() => ({
      method: "GET",
      url: xrpc(credentials.pds, "com.atproto.server.getSession"),
      headers: sessionHeaders(credentials)
    }))
  );
  return preflightCall.pipe(
    Effect.mapError(repositoryFailureFrom),
    Effect.flatMap(succeeded(uploading)),
    Effect.asVoid,
    retryAfterRateLimit,
    Effect.catchIf(
      ({ reason }) => !isDecisive[reason],
      () => Effect.void
    )
  );
};

const notRepeatable = (failure: RepositoryFailure<UploadFailureReason>): RepositoryFailure<UploadFailureReason> =>
  failure.reason === "token-expired" ? failed("not-repeatable") : failure;

const accepted =
  (credentials: PdsCredentials) =>
  (response: OutboundResponse): Effect.Effect<OutboundResponse, RepositoryFailure<UploadFailureReason>> =>
    isNonceChallenge(response) ? failed("not-repeatable") : succeeded(uploading, withoutSecrets(credentials))(response);

const send = (transport: DpopTransport, credentials: PdsCredentials, content: BlobContent, sent: UploadDigest) => {
  const { accessToken, key } = credentials;
  return withStallTimeout(content.bytes, failed("timeout"), (bytes) => {
    const write = request(credentials, content, bytes, sent);
    if (content.repeatable) {
      return sendWithProof(transport, key, accessToken, write).pipe(
        Effect.mapError(repositoryFailureFrom),
        Effect.flatMap(succeeded(uploading, withoutSecrets(credentials))),
        retryAfterRateLimit
      );
    }
    const once = sendOnceWithProof(transport, key, accessToken, write).pipe(
      Effect.mapError(repositoryFailureFrom),
      Effect.flatMap(accepted(credentials)),
      Effect.mapError(notRepeatable)
    );
    return Effect.zipRight(preflight(transport, credentials), once);
  });
};

/** Sends a blob, and compares the blob that the PDS reports with what was sent. */
export const uploadBlob: (
  transport: DpopTransport,
  credentials: PdsCredentials,
  content: BlobContent
) => Effect.Effect<UploadedBlob, RepositoryFailure<UploadFailureReason>> = Effect.fnUntraced(
  function* (transport, credentials, content) {
    const sent: UploadDigest = { hash: createHash("sha256"), size: 0 };
    const response = yield* send(transport, credentials, content, sent);
    const { blob } = yield* decodeResponse(Uploaded, response);
    const same = blob.ref.$link === blobCidOf(sent.hash.digest()) && blob.size === sent.size;
    return same ? { ref: blob.ref.$link, mimeType: blob.mimeType, size: blob.size } : yield* failed("blob-differs");
  }
);
