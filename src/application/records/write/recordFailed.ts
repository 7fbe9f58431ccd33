import * as Effect from "effect/Effect";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import {
  WriteOutcomeUnknown,
  WriteRejected,
  type WriteRejection,
  type WriteRequested
} from "../../../domain/record/write/RecordWriteEvent.ts";
import { appendEvents } from "../../event/appendEvents.ts";
import type { EventMetadata } from "../../event/toNewEvent.ts";

/** A write whose stream has a version, and who it is signed by. */
export interface Attempt {
  readonly stream: StreamName;
  readonly version: number;
  readonly requests: ReadonlyArray<WriteRequested>;
  readonly metadata: EventMetadata;
}

/** Somebody else may know more by now: what they wrote down stands. */
const append = ({ metadata, stream, version }: Attempt, facts: ReadonlyArray<WriteRejected | WriteOutcomeUnknown>) =>
  appendEvents(stream, version, facts, metadata).pipe(
    Effect.asVoid,
    Effect.catchTag("VersionConflict", () => Effect.void)
  );

/** Writes down that a write was rejected, each of a batch. */
export const recordRejected = (attempt: Attempt, reason: WriteRejection) =>
  append(
    attempt,
    attempt.requests.map(({ uri, writeId }) => new WriteRejected({ writeId, uri, reason }))
  );

/** Writes down that nobody knows what became of a write, each of a batch. */
export const recordInDoubt = (attempt: Attempt, reason: WriteOutcomeUnknown["reason"]) =>
  append(
    attempt,
    attempt.requests.map(({ uri, writeId }) => new WriteOutcomeUnknown({ writeId, uri, reason }))
  );
