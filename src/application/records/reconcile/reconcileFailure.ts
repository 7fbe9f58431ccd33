import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import { decideWriteState, type WriteState } from "../../../domain/record/write/decideWriteState.ts";
import type { WriteRequested } from "../../../domain/record/write/RecordWriteEvent.ts";
import type { Viewer } from "../../token/Viewer.ts";
import type { StartedWrite } from "../write/beginWrite.ts";
import { failedOutcome, isConclusive, type WriteFailure } from "../write/failedOutcome.ts";
import { orNotRecorded } from "../write/orNotRecorded.ts";
import { WriteImpossible } from "../write/recordErrors.ts";
import { recordInDoubt, recordRejected } from "../write/recordFailed.ts";
import { viewerEventMetadata } from "../write/viewerEventMetadata.ts";
import type { WriteRequest } from "../write/Write.ts";
import { type FoundRecords, fetchRequestedRecords } from "./fetchRecords.ts";
import { cidsOf, recordConfirmed } from "./recordConfirmed.ts";

interface Reconciled {
  readonly fetched: FoundRecords;
  readonly writeState: WriteState;
}

/** According to the index, the record to create already existed, or the one to delete in a batch did not. */
const alreadyApplied = Effect.fnUntraced(function* ({ action, cid, uri }: WriteRequested, isBatch: boolean) {
  const index = yield* RecordIndex;
  const known = Option.getOrNull(yield* index.find(uri));
  if (action === "create" && known !== null && known.cid === cid)
    return [{ _tag: "Rejected" as const, reason: "record-exists" as const, uri }];
  if (!isBatch || action !== "delete" || known !== null) return [];
  return [{ _tag: "Rejected" as const, reason: "record-not-found" as const, uri }];
});

/** Determines the outcome after an inconclusive failure: queried at once, the PDS often knows. */
const reconcile = Effect.fnUntraced(function* (
  { isBatch }: WriteRequest,
  { requests }: StartedWrite,
  failure: WriteFailure
) {
  const fetched = yield* fetchRequestedRecords(requests);
  const writeState = decideWriteState(requests, cidsOf(fetched), isConclusive(failure), isBatch);
  if (writeState._tag !== "Confirmed" || !isConclusive(failure)) return { fetched, writeState };
  const [before] = (yield* Effect.forEach(requests, (request) => alreadyApplied(request, isBatch))).flat();
  return { fetched, writeState: before ?? writeState };
});

const recordUnknownOutcome = Effect.fnUntraced(function* (
  viewer: Viewer,
  started: StartedWrite,
  failure: WriteFailure
) {
  const outcome = failedOutcome(failure);
  const attempt = { ...started, metadata: viewerEventMetadata(viewer) };
  // The write stays open even without this event, and the response to the app is the same.
  if (outcome._tag === "Unknown") yield* Effect.ignoreLogged(recordInDoubt(attempt, outcome.reason));
  return yield* Effect.fail(failure);
});

/** Decides the outcome of a write whose request failed inconclusively: confirmed, rejected, or still in doubt. */
export const reconcileFailure = Effect.fnUntraced(function* (
  viewer: Viewer,
  request: WriteRequest,
  started: StartedWrite,
  failure: WriteFailure
) {
  const reconciled = yield* Effect.option(reconcile(request, started, failure));
  if (Option.isNone(reconciled)) return yield* recordUnknownOutcome(viewer, started, failure);
  const { fetched, writeState }: Reconciled = reconciled.value;
  const metadata = viewerEventMetadata(viewer);
  switch (writeState._tag) {
    case "Confirmed":
      return yield* orNotRecorded(recordConfirmed(started, started.requests, fetched, metadata));
    case "Rejected": {
      yield* recordRejected({ ...started, metadata }, writeState.reason);
      const place = started.requests.findIndex(({ uri }) => uri === writeState.uri);
      return yield* new WriteImpossible({ reason: writeState.reason, uri: writeState.uri, place });
    }
    case "InDoubt":
      return yield* recordUnknownOutcome(viewer, started, failure);
  }
});
