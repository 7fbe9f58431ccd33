import * as Cause from "effect/Cause";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { randomText } from "../../../domain/crypto/SecureRandom.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { BlobUploadFailed } from "../../../domain/record/blob/BlobUploadFailed.ts";
import { parseMimeType } from "../../../domain/record/blob/parseMimeType.ts";
import type { RepositoryFailure, UploadFailureReason } from "../../../domain/record/RepositoryFailure.ts";
import { BlobUploaded } from "../../../domain/record/write/RecordWriteEvent.ts";
import { Repository } from "../../../domain/record/write/Repository.ts";
import { allowsBlobUpload } from "../../../domain/scope/Scope.ts";
import type { RestoreInterrupt } from "../../background/RestoreInterrupt.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import type { SessionNotRefreshed, SessionTerminated } from "../../sessions/SessionTerminated.ts";
import { withSession } from "../../sessions/withSession.ts";
import type { Viewer } from "../../token/Viewer.ts";
import { BlobRefused, MissingScope } from "../write/recordErrors.ts";
import { viewerEventMetadata } from "../write/viewerEventMetadata.ts";
import { BlobLimit } from "./BlobLimit.ts";
import { boundedBytes } from "./boundedBytes.ts";

/** A blob as it arrives: its declared type and size, and its bytes, which may fail halfway. */
interface BlobSource {
  readonly mimeType: string;
  /** In bytes; null when the sender does not declare it. */
  readonly size: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Whether the bytes can be read again from the start. */
  readonly repeatable: boolean;
}

/** A failure that is recorded once the upload has started. */
type RecordedFailure = RepositoryFailure<UploadFailureReason> | SessionTerminated | SessionNotRefreshed | BlobRefused;

/** Returns the media type, unless the declared type or size already rules out the upload. */
const lengthCheckedSource = Effect.fnUntraced(function* (
  viewer: Viewer,
  { mimeType, size }: BlobSource,
  limit: number
) {
  const essence = Option.getOrNull(parseMimeType(mimeType));
  if (essence === null) return yield* new BlobRefused({ reason: "mime-type", size, limit });
  if (!allowsBlobUpload(viewer.scope, essence)) return yield* new MissingScope({ scope: `blob:${essence}` });
  if (size === 0) return yield* new BlobRefused({ reason: "empty", size, limit });
  if (size !== null && size > limit) return yield* new BlobRefused({ reason: "above-limit", size, limit });
  return essence;
});

const reasonOf = (failure: RecordedFailure): BlobUploadFailed["reason"] => {
  switch (failure._tag) {
    case "SessionTerminated":
      return "session-ended";
    case "SessionNotRefreshed":
      return "session-not-refreshed";
    default:
      return failure.reason;
  }
};

const isRecorded = (error: { readonly _tag: string }): error is RecordedFailure =>
  ["RepositoryFailure", "SessionTerminated", "SessionNotRefreshed", "BlobRefused"].includes(error._tag);

/** Returns why an upload failed, if that is recorded; an interruption means that the sender disconnected. */
const failureReason = (cause: Cause.Cause<{ readonly _tag: string }>): BlobUploadFailed["reason"] | null => {
  if (Cause.isInterruptedOnly(cause)) return "incomplete";
  const failure = Option.getOrNull(Cause.failureOption(cause));
  return failure !== null && isRecorded(failure) ? reasonOf(failure) : null;
};

const send = Effect.fnUntraced(function* (viewer: Viewer, source: BlobSource, restore: RestoreInterrupt) {
  const limit = yield* BlobLimit;
  const mimeType = yield* lengthCheckedSource(viewer, source, limit);
  const repository = yield* Repository;
  const writeId = `write_${yield* randomText(16)}`;
  const { authorizationId, clientId, did } = viewer;
  const append = (event: BlobUploaded | BlobUploadFailed) =>
    appendEvents(streamName("write", writeId), 0, [event], viewerEventMetadata(viewer)).pipe(
      Effect.catchTag("VersionConflict", Effect.die)
    );
  const upload = { writeId, authorizationId, clientId, did };
  const refused = yield* Deferred.make<never, BlobRefused>();
  const content = { ...source, mimeType, bytes: boundedBytes(source.bytes, limit, refused) };
  const sent = withSession(authorizationId, (credentials) => repository.uploadBlob(credentials, content));
  const blob = yield* restore(Effect.raceFirst(sent, Deferred.await(refused))).pipe(
    Effect.tapErrorCause((cause) => {
      const reason = failureReason(cause);
      return reason === null ? Effect.void : append(new BlobUploadFailed({ ...upload, mimeType, reason }));
    })
  );
  yield* append(new BlobUploaded({ ...upload, cid: blob.ref, mimeType: blob.mimeType, size: blob.size }));
  return blob;
});

/**
 * Streams a blob to the user's PDS, to be referenced by a record; the PDS deletes it if none does. Nothing is sent when
 * the scope, the media type or the declared size does not allow it. Interruption aborts the upload.
 */
export const uploadBlob = traced("uploadBlob")((viewer: Viewer, source: BlobSource) =>
  Effect.uninterruptibleMask((restore) => send(viewer, source, restore))
);
