import * as Effect from "effect/Effect";
import { randomText } from "../../domain/crypto/SecureRandom.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { BlobUploaded } from "../../domain/record/RecordWriteEvent.ts";
import { Repository } from "../../domain/record/Repository.ts";
import { allowsBlobUpload } from "../../domain/scope/Scope.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { withSession } from "../session/withSession.ts";
import type { Viewer } from "../token/Viewer.ts";
import { aboutViewer } from "./aboutViewer.ts";
import { MissingScope } from "./refusals.ts";

/** Stores a blob at the person's PDS, for a record to name. The PDS forgets it if none does. */
export const uploadBlob = Effect.fn("uploadBlob")(function* (viewer: Viewer, bytes: Uint8Array, mimeType: string) {
  if (!allowsBlobUpload(viewer.scope, mimeType)) return yield* new MissingScope({ scope: `blob:${mimeType}` });
  const repository = yield* Repository;
  const blob = yield* withSession(viewer.authorizationId, (credentials) =>
    repository.uploadBlob(credentials, bytes, mimeType)
  );
  const writeId = `write_${yield* randomText(16)}`;
  const { authorizationId, clientId, did } = viewer;
  const fact = new BlobUploaded({
    writeId,
    authorizationId,
    clientId,
    did,
    cid: blob.ref,
    mimeType: blob.mimeType,
    size: blob.size
  });
  yield* appendEvents(streamName("write", writeId), 0, [fact], aboutViewer(viewer)).pipe(
    Effect.catchTag("VersionConflict", Effect.die)
  );
  return blob;
}, Effect.uninterruptible);
