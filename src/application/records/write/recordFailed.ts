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

/** A write with the version of its stream and the metadata of its events. */
export interface Attempt {
  readonly stream: StreamName;
  readonly version: number;
  readonly requests: ReadonlyArray<WriteRequested>;
  readonly metadata: EventMetadata;
}

/** Another request may know more by now; what it recorded takes precedence. */
const append = ({ metadata, stream, version }: Attempt, facts: ReadonlyArray<WriteRejected | WriteOutcomeUnknown>) =>
  appendEvents(stream, version, facts, metadata).pipe(
    Effect.asVoid,
    Effect.catchTag("VersionConflict", () => Effect.void)
  );

/** Records that a write was rejected, for each write of a batch. */
export const recordRejected = (attempt: Attempt, reason: WriteRejection) =>
  append(
    attempt,
    attempt.requests.map(({ uri, writeId }) => new WriteRejected({ writeId, uri, reason }))
  );

/** Records that the outcome of a write is unknown, for each write of a batch. */
export const recordInDoubt = (attempt: Attempt, reason: WriteOutcomeUnknown["reason"]) =>
  append(
    attempt,
    attempt.requests.map(({ uri, writeId }) => new WriteOutcomeUnknown({ writeId, uri, reason }))
  );
