import * as Effect from "effect/Effect";
import type { Cid } from "../../domain/atproto/Cid.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import type { RecordIndexUnavailable } from "../../domain/record/RecordIndex.ts";
import { RecordWritten, type WriteRequested } from "../../domain/record/RecordWriteEvent.ts";
import type { PdsCredentials, RepositoryFailure } from "../../domain/record/Repository.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { withSession } from "../session/withSession.ts";
import type { Viewer } from "../token/Viewer.ts";
import { aboutViewer } from "./aboutViewer.ts";
import { settleFailedWrite, type WriteFailure } from "./settleFailedWrite.ts";

/** What the PDS says of a write: the CID of what is there now (null after a delete), and the commit. */
interface Outcome {
  readonly cid: Cid | null;
  readonly rev: string | null;
}

const isWriteFailure = (error: { readonly _tag: string }): error is WriteFailure =>
  ["RepositoryFailure", "SessionOver", "SessionNotRefreshed"].includes(error._tag);

/**
 * Sends a write that was written down, and settles it: confirmed in one transaction with the change of the index, or
 * rejected or unknown with its reason.
 */
export const carryOutWrite = <A extends Outcome, R>(options: {
  readonly viewer: Viewer;
  readonly requested: WriteRequested;
  readonly send: (credentials: PdsCredentials) => Effect.Effect<A, RepositoryFailure, R>;
  readonly index: (written: A) => Effect.Effect<void, RecordIndexUnavailable>;
}) =>
  Effect.gen(function* () {
    const { requested, viewer } = options;
    const { uri, writeId } = requested;
    const written = yield* withSession(viewer.authorizationId, options.send).pipe(
      Effect.tapError((error) => (isWriteFailure(error) ? settleFailedWrite(requested, viewer, error) : Effect.void))
    );
    const atomically = yield* Atomically;
    const fact = new RecordWritten({ writeId, uri, cid: written.cid, rev: written.rev });
    yield* atomically
      .run(
        Effect.zipRight(
          options.index(written),
          appendEvents(streamName("write", writeId), 1, [fact], aboutViewer(viewer))
        )
      )
      .pipe(Effect.catchTag("VersionConflict", Effect.die));
  });
