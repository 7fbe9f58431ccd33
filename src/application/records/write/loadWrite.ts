import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { versionOf } from "../../../domain/event/compaction.ts";
import type { StreamName } from "../../../domain/event/StreamName.ts";
import { evolveWrite, initialWrite, type RecordWrite } from "../../../domain/record/write/RecordWrite.ts";
import { RecordWriteEvent } from "../../../domain/record/write/RecordWriteEvent.ts";
import { loadEvents } from "../../event/loadEvents.ts";

/** A write according to its stream. Times in Unix milliseconds; 0 where nothing was requested. */
export interface LoadedWrite {
  readonly stream: StreamName;
  readonly state: RecordWrite;
  readonly version: number;
  /** When it was first requested, and when it was last sent. */
  readonly firstAt: number;
  readonly sentAt: number;
}

const isOwn = Schema.is(RecordWriteEvent);

/** Loads a write, with the times that decide when its outcome is certain. */
export const loadWrite = Effect.fnUntraced(function* (stream: StreamName) {
  const { events, history } = yield* loadEvents(stream);
  const requests = history.filter(({ type }) => type === "WriteRequested.v1");
  return {
    stream,
    state: events.filter(isOwn).reduce(evolveWrite, initialWrite),
    version: versionOf(history),
    firstAt: Date.parse(requests[0]?.recordedAt ?? "1970-01-01T00:00:00.000Z"),
    sentAt: Date.parse(requests.at(-1)?.recordedAt ?? "1970-01-01T00:00:00.000Z")
  } satisfies LoadedWrite;
});
