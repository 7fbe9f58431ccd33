import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { RepositoryFailure } from "../../../domain/record/RepositoryFailure.ts";
import type { WriteRequested } from "../../../domain/record/write/RecordWriteEvent.ts";
import { writeLimits } from "../../../domain/record/write/writeLimits.ts";
import { withSession } from "../../sessions/withSession.ts";
import type { Viewer } from "../../token/Viewer.ts";
import { fetchRecords } from "../reconcile/fetchRecords.ts";
import { reconcileFailure } from "../reconcile/reconcileFailure.ts";
import { resultsOf } from "../reconcile/recordConfirmed.ts";
import { beginWrite, type StartedWrite } from "./beginWrite.ts";
import { failedOutcome, type WriteFailure } from "./failedOutcome.ts";
import { orNotRecorded } from "./orNotRecorded.ts";
import { prepareWrites } from "./prepareWrites.ts";
import { recordRejected } from "./recordFailed.ts";
import { type Result, recordWritten } from "./recordWritten.ts";
import { sendWrite, type WriteResponse } from "./sendWrite.ts";
import { viewerEventMetadata } from "./viewerEventMetadata.ts";
import type { Write, WriteKey, WriteRequest } from "./Write.ts";

const ownResults = ({ writes }: WriteRequest, requests: ReadonlyArray<WriteRequested>, { cids, rev }: WriteResponse) =>
  requests.map(({ uri }, at): Result => {
    const cid = cids[at] ?? null;
    const write = writes[at];
    const isThere = cid !== null && write !== undefined && write.action !== "delete";
    return { uri, rev, record: isThere ? { cid, value: write.value } : null };
  });

/**
 * Returns what the index will hold: what was sent, unless the PDS stored something else or reports no commit because
 * the record existed already. In those cases the records are fetched.
 */
const resultsAfter = Effect.fnUntraced(function* (
  viewer: Viewer,
  request: WriteRequest,
  { requests }: StartedWrite,
  response: WriteResponse
) {
  const isAsSent = requests.every(({ cid }, at) => cid === (response.cids[at] ?? null));
  if (isAsSent && response.rev !== null) return ownResults(request, requests, response);
  const uris = requests.map(({ uri }) => uri);
  const seen = yield* Effect.option(fetchRecords(response.pds, viewer.did, uris));
  return Option.match(seen, {
    onNone: () => ownResults(request, requests, response),
    onSome: (fetched) => resultsOf(requests, fetched)
  });
});

const handleSuccess = Effect.fnUntraced(function* (
  viewer: Viewer,
  request: WriteRequest,
  started: StartedWrite,
  response: WriteResponse
) {
  const { requests, stream, version } = started;
  const results = yield* resultsAfter(viewer, request, started, response);
  const { cids, rev } = response;
  yield* recordWritten({
    stream,
    version,
    requests,
    cids,
    rev,
    results,
    found: false,
    metadata: viewerEventMetadata(viewer)
  });
}, orNotRecorded);

const handleFailure = Effect.fnUntraced(function* (
  viewer: Viewer,
  request: WriteRequest,
  started: StartedWrite,
  failure: WriteFailure
) {
  const outcome = failedOutcome(failure);
  if (outcome._tag === "Unknown") return yield* reconcileFailure(viewer, request, started, failure);
  yield* recordRejected({ ...started, metadata: viewerEventMetadata(viewer) }, outcome.reason);
  return yield* Effect.fail(failure);
});

const sendTimeout = new RepositoryFailure({ reason: "timeout", status: null, detail: null, retryAfter: null });

/**
 * Sends a write unless `until` has passed. From then on a retry with the same key may take the write over, so the first
 * attempt must no longer be sent.
 */
const beforeDeadline = <A, E, R>(sending: Effect.Effect<A, E, R>, until: number) =>
  Effect.flatMap(
    Clock.currentTimeMillis,
    (now): Effect.Effect<A, E | RepositoryFailure<"timeout">, R> => (now < until ? sending : sendTimeout)
  );

const send = (viewer: Viewer, request: WriteRequest, started: StartedWrite, until: number) =>
  Effect.matchEffect(
    withSession(viewer.authorizationId, (credentials) =>
      beforeDeadline(sendWrite(request, started.requests, credentials), until)
    ).pipe(
      Effect.map((response) => ({ _tag: "Answered" as const, response })),
      Effect.catchTags({
        RepositoryFailure: (failure) => Effect.succeed({ _tag: "Failed" as const, failure }),
        SessionTerminated: (failure) => Effect.succeed({ _tag: "Failed" as const, failure }),
        SessionNotRefreshed: (failure) => Effect.succeed({ _tag: "Failed" as const, failure })
      })
    ),
    {
      onFailure: Effect.fail,
      onSuccess: (outcome) =>
        outcome._tag === "Answered"
          ? handleSuccess(viewer, request, started, outcome.response)
          : handleFailure(viewer, request, started, outcome.failure)
    }
  );

/**
 * Carries out writes as one request to the user's PDS, and returns their AT URIs in order. It checks the scope and the
 * Lexicons, records the request, sends it, and then records and indexes the result, so that the next query includes it.
 * Nothing is sent if the scope or a Lexicon does not allow it, and nothing is sent twice under one key.
 */
export const performWrites = Effect.fnUntraced(function* (
  viewer: Viewer,
  writes: ReadonlyArray<Write>,
  options: { readonly isBatch: boolean; readonly key: WriteKey | null }
) {
  const request = yield* prepareWrites(viewer, writes, options.isBatch);
  const started = yield* beginWrite(viewer, request.writes, options.key);
  const now = yield* Clock.currentTimeMillis;
  const until = options.key === null ? Number.POSITIVE_INFINITY : now + writeLimits.sendWithin;
  if (!started.isWritten) yield* send(viewer, request, started, until);
  return started.requests.map(({ uri }) => uri);
});
