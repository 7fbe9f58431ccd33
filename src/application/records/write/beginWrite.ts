import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { randomText } from "../../../domain/crypto/SecureRandom.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { type StreamName, streamName } from "../../../domain/event/StreamName.ts";
import { decideWriteState } from "../../../domain/record/write/decideWriteState.ts";
import { isRetryable } from "../../../domain/record/write/RecordWrite.ts";
import { WriteRequested } from "../../../domain/record/write/RecordWriteEvent.ts";
import { writeLimits } from "../../../domain/record/write/writeLimits.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import type { Viewer } from "../../token/Viewer.ts";
import { fetchRequestedRecords } from "../reconcile/fetchRecords.ts";
import { cidsOf, recordConfirmed } from "../reconcile/recordConfirmed.ts";
import { type LoadedWrite, loadWrite } from "./loadWrite.ts";
import { KeyReused, PreviouslyRejected, WriteInDoubt } from "./recordErrors.ts";
import { viewerEventMetadata } from "./viewerEventMetadata.ts";
import type { PreparedWrite, WriteKey } from "./Write.ts";

/** A recorded write: to be sent now, to the addresses of its requests, or written already. */
export interface StartedWrite {
  readonly isWritten: boolean;
  readonly stream: StreamName;
  readonly version: number;
  readonly requests: ReadonlyArray<WriteRequested>;
}

/** Another request is performing the same write, so that the stream is read again shortly. */
class InProgress {
  readonly _tag = "InProgress";
}

const inProgress = Effect.fail(new InProgress());

const requestsOf = (
  { authorizationId, clientId, did }: Viewer,
  writes: ReadonlyArray<PreparedWrite>,
  writeId: string,
  key: WriteKey | null
) =>
  writes.map(
    ({ action, cid, swapCid, uri }) =>
      new WriteRequested({
        ...{ writeId, authorizationId, clientId, did, action, uri, cid, swapCid },
        ...(key !== null && { requestHash: key.requestHash })
      })
  );

/** Records that a write is about to be sent, so that it can be reconciled with the PDS after a crash. */
const recordRequests = (viewer: Viewer, stream: StreamName, version: number, requests: ReadonlyArray<WriteRequested>) =>
  Effect.map(
    appendEvents(stream, version, requests, viewerEventMetadata(viewer)),
    (): StartedWrite => ({ isWritten: false, stream, version: version + requests.length, requests })
  );

/**
 * Finds the write of a key. Its stream is derived from the authorization and the key, so that of two concurrent ones,
 * in any processes, the log rejects one. After a day a key belongs to the next write, unless the first one is still
 * open.
 */
const findKeyed: (
  viewer: Viewer,
  key: WriteKey,
  generation?: number
) => Effect.Effect<
  { readonly writeId: string; readonly write: LoadedWrite },
  Effect.Effect.Error<ReturnType<typeof loadWrite>>,
  Effect.Effect.Context<ReturnType<typeof loadWrite>>
> = Effect.fnUntraced(function* (viewer, { key, position }, generation = 0) {
  const hash = sha256Base64Url(JSON.stringify([viewer.authorizationId, key, position, generation]));
  const writeId = `write_${hash.slice(0, 22)}`;
  const write = yield* loadWrite(streamName("write", writeId));
  const now = yield* Clock.currentTimeMillis;
  const isOld = now - write.firstAt >= writeLimits.keyLifetime && write.state._tag !== "Open";
  if (write.state._tag === "Unrequested" || !isOld) return { writeId, write };
  return yield* findKeyed(viewer, { key, position, requestHash: "" }, generation + 1);
});

const resend = (viewer: Viewer, { state, stream, version }: LoadedWrite) =>
  state._tag === "Unrequested" ? inProgress : recordRequests(viewer, stream, version, state.requests);

/**
 * Queries the PDS for a write that no request performs any longer or whose outcome is unknown, and sends it again if
 * the PDS does not have it.
 */
const inDoubt = Effect.fnUntraced(function* (
  viewer: Viewer,
  write: LoadedWrite,
  requests: ReadonlyArray<WriteRequested>
) {
  const fetched = yield* fetchRequestedRecords(requests);
  if (decideWriteState(requests, cidsOf(fetched), false)._tag !== "Confirmed") return yield* resend(viewer, write);
  yield* recordConfirmed(write, requests, fetched, viewerEventMetadata(viewer));
  return { isWritten: true, stream: write.stream, version: write.version, requests } satisfies StartedWrite;
});

const resume = Effect.fnUntraced(function* (viewer: Viewer, write: LoadedWrite, key: WriteKey) {
  const { sentAt, state, stream, version } = write;
  if (state._tag === "Unrequested") return yield* inProgress;
  const { requests } = state;
  if (requests[0]?.requestHash !== key.requestHash) return yield* new KeyReused();
  switch (state._tag) {
    case "Written":
      return { isWritten: true, stream, version, requests } satisfies StartedWrite;
    case "Rejected":
      if (isRetryable(state.reason)) return yield* resend(viewer, write);
      return yield* new PreviouslyRejected({ reason: state.reason });
    case "Open": {
      const isInFlight = !state.unknown && (yield* Clock.currentTimeMillis) - sentAt < writeLimits.inFlight;
      return yield* isInFlight ? inProgress : inDoubt(viewer, write, requests);
    }
  }
});

/**
 * Records the first request of a key. Where the events of an earlier write with it were archived, the write continues their
 * stream: nobody can wait for that one.
 */
const recordFirst = (
  viewer: Viewer,
  writes: ReadonlyArray<PreparedWrite>,
  writeId: string,
  { stream, version }: LoadedWrite,
  key: WriteKey
) => {
  const requests = requestsOf(viewer, writes, writeId, key);
  return Effect.catchTag(recordRequests(viewer, stream, version, requests), "VersionConflict", (conflict) =>
    Effect.flatMap(loadWrite(stream), ({ state }) =>
      state._tag === "Unrequested" ? recordRequests(viewer, stream, conflict.actual, requests) : Effect.fail(conflict)
    )
  );
};

const beginOrResume = Effect.fnUntraced(
  function* (viewer: Viewer, writes: ReadonlyArray<PreparedWrite>, key: WriteKey) {
    const { write, writeId } = yield* findKeyed(viewer, key);
    return yield* write.state._tag === "Unrequested"
      ? recordFirst(viewer, writes, writeId, write, key)
      : resume(viewer, write, key);
  },
  Effect.catchTag("VersionConflict", () => inProgress)
);

/** Ten times a second, for longer than a write is in flight. */
const inProgressPoll = Schedule.spaced("100 millis").pipe(Schedule.intersect(Schedule.recurs(200)));

/**
 * Begins a write, or finds the earlier write with its key and that write's outcome. A write in doubt is sent again only
 * when it is requested again, and to the same address, so that it never takes effect twice.
 */
export const beginWrite = Effect.fnUntraced(function* (
  viewer: Viewer,
  writes: ReadonlyArray<PreparedWrite>,
  key: WriteKey | null
) {
  if (key !== null)
    return yield* beginOrResume(viewer, writes, key).pipe(
      Effect.retry({ while: ({ _tag }) => _tag === "InProgress", schedule: inProgressPoll }),
      Effect.catchTag("InProgress", () => new WriteInDoubt({ reason: "in-progress", retryAfter: 2 }))
    );
  const writeId = `write_${yield* randomText(16)}`;
  return yield* recordRequests(viewer, streamName("write", writeId), 0, requestsOf(viewer, writes, writeId, null)).pipe(
    Effect.catchTag("VersionConflict", Effect.die)
  );
});

/** Rejects a request whose key was used with another request, before any of its writes begins. */
export const checkKey = (viewer: Viewer, keys: ReadonlyArray<WriteKey>) =>
  Effect.forEach(
    keys,
    (key) =>
      Effect.flatMap(findKeyed(viewer, key), ({ write: { state } }) => {
        const hash = state._tag === "Unrequested" ? key.requestHash : state.requests[0]?.requestHash;
        return hash === key.requestHash ? Effect.void : Effect.fail(new KeyReused());
      }),
    { discard: true }
  );
