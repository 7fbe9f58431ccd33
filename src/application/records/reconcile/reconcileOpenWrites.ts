import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schedule from "effect/Schedule";
import { systemActor } from "../../../domain/event/Envelope.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { decideWriteState } from "../../../domain/record/write/decideWriteState.ts";
import { OpenWrites } from "../../../domain/record/write/OpenWrites.ts";
import type { WriteRequested } from "../../../domain/record/write/RecordWriteEvent.ts";
import { writeLimits } from "../../../domain/record/write/writeLimits.ts";
import { continueOnError, runPeriodically } from "../../background/runPeriodically.ts";
import type { EventMetadata } from "../../event/toNewEvent.ts";
import { type LoadedWrite, loadWrite } from "../write/loadWrite.ts";
import { recordRejected } from "../write/recordFailed.ts";
import { type FoundRecords, fetchRequestedRecords, isNoResponse } from "./fetchRecords.ts";
import { cidsOf, recordConfirmed } from "./recordConfirmed.ts";

/** How many writes are claimed at once, and for how long other processes skip them, in milliseconds. */
const batch = { writes: 32, milliseconds: 60_000 };

/** A write whose PDS does not respond is retried after half its age, within these bounds, in milliseconds. */
const backoffMs = { shortest: 1_000, longest: 600_000 };

const backoffAt = (age: number): number => Math.min(Math.max(age / 2, backoffMs.shortest), backoffMs.longest);

const requestEventMetadata = ({ authorizationId, clientId, did }: WriteRequested): EventMetadata => ({
  actor: systemActor,
  clientId,
  authorizationId,
  subjectDid: did
});

/**
 * Returns the records that the PDS holds; null if they are unknown. If the PDS no longer has the repository, it holds
 * none, as soon as no request can still be in flight.
 */
const fetchOrGone = (requests: ReadonlyArray<WriteRequested>, age: number) =>
  Effect.map(Effect.either(fetchRequestedRecords(requests)), (fetched): FoundRecords | null => {
    if (Either.isRight(fetched)) return fetched.right;
    const { left } = fetched;
    const isGone = left._tag === "RepositoryFailure" && !isNoResponse(left) && age >= writeLimits.proofExpiry;
    return isGone ? { rev: null, records: new Map() } : null;
  });

/** Handles a write that is absent at the PDS: postponed at first, then recorded as rejected, and finally closed. */
const handleAbsent = Effect.fnUntraced(function* (
  write: LoadedWrite,
  requests: ReadonlyArray<WriteRequested>,
  metadata: EventMetadata,
  age: number
) {
  const { state, stream, version } = write;
  const open = yield* OpenWrites;
  if (state._tag === "Open" && age >= writeLimits.absentAfter)
    yield* recordRejected({ stream, version, requests, metadata }, "not-there");
  if (state._tag === "Rejected" && age >= writeLimits.proofExpiry) return yield* open.remove(stream);
  yield* open.postpone(stream, backoffAt(age));
});

/** Reconciles one write with its PDS, as far as possible now. */
export const reconcileWrite = Effect.fnUntraced(function* (stream: StreamName) {
  const open = yield* OpenWrites;
  const write = yield* loadWrite(stream);
  const { state } = write;
  const isComplete = state._tag === "Written" || (state._tag === "Rejected" && state.reason !== "not-there");
  if (state._tag === "Unrequested" || isComplete) return yield* open.remove(stream);
  const { requests } = state;
  const [first] = requests;
  if (first === undefined) return yield* open.remove(stream);
  const age = (yield* Clock.currentTimeMillis) - write.sentAt;
  const found = yield* fetchOrGone(requests, age);
  if (found === null) return yield* open.postpone(stream, backoffAt(age));
  const metadata = requestEventMetadata(first);
  return yield* decideWriteState(requests, cidsOf(found), false)._tag === "Confirmed"
    ? recordConfirmed(write, requests, found, metadata)
    : handleAbsent(write, requests, metadata, age);
});

/**
 * Reconciles the writes that are due, and returns how many there were. Those that cannot be reconciled now are retried
 * later.
 */
export const reconcileOpenWrites = Effect.gen(function* () {
  const open = yield* OpenWrites;
  const streams = yield* open.claim(batch.writes, batch.milliseconds);
  yield* Effect.forEach(streams, (stream) => continueOnError("A write was not reconciled")(reconcileWrite(stream)), {
    concurrency: 8,
    discard: true
  });
  return streams.length;
});

const untilNoneAreDue = Effect.repeat(reconcileOpenWrites, { while: (count) => count === batch.writes });

/**
 * Reconciles open writes indefinitely: all of them at startup, since the process that sent them may have crashed, then
 * those that are due, about once a second. Several processes do not interfere with each other.
 */
export const reconcilePeriodically = Effect.gen(function* () {
  const open = yield* OpenWrites;
  yield* open.makeAllDue.pipe(Effect.retry(Schedule.spaced("1 second")));
  yield* runPeriodically("1 second", "Open writes were not reconciled")(untilNoneAreDue);
});
