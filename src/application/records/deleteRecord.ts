import * as Effect from "effect/Effect";
import type { Cid } from "../../domain/atproto/Cid.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { RecordIndex } from "../../domain/record/RecordIndex.ts";
import { RecordWritten } from "../../domain/record/RecordWriteEvent.ts";
import { type RecordTarget, Repository } from "../../domain/record/Repository.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { withSession } from "../session/withSession.ts";
import type { Viewer } from "../token/Viewer.ts";
import { aboutViewer } from "./aboutViewer.ts";
import { requestWrite, requireWriteScope } from "./requestWrite.ts";
import { settleFailedWrite } from "./settleFailedWrite.ts";

/** Removes a record from the person's repository and from the index. To remove what is not there is no error. */
export const deleteRecord = Effect.fn("deleteRecord")(function* (
  viewer: Viewer,
  target: RecordTarget,
  swapCid: Cid | null
) {
  yield* requireWriteScope(viewer, target.collection, "delete");
  const { event, uri } = yield* requestWrite(viewer, "delete", target, null, swapCid);
  const repository = yield* Repository;
  const { rev } = yield* withSession(viewer.authorizationId, (credentials) =>
    repository.remove(credentials, target, swapCid)
  ).pipe(
    Effect.tapErrorTag("RepositoryFailure", (failure) => settleFailedWrite(event, viewer, failure)),
    Effect.tapErrorTag("SessionOver", (failure) => settleFailedWrite(event, viewer, failure)),
    Effect.tapErrorTag("SessionNotRefreshed", (failure) => settleFailedWrite(event, viewer, failure))
  );
  const index = yield* RecordIndex;
  const atomically = yield* Atomically;
  const fact = new RecordWritten({ writeId: event.writeId, uri, cid: null, rev });
  yield* atomically
    .run(
      Effect.zipRight(
        index.remove(uri),
        appendEvents(streamName("write", event.writeId), 1, [fact], aboutViewer(viewer))
      )
    )
    .pipe(Effect.catchTag("VersionConflict", Effect.die));
  return uri;
}, Effect.uninterruptible);
