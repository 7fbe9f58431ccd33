import * as Effect from "effect/Effect";
import { appendEvents } from "../../src/application/event/appendEvents.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { ActivityCounts } from "../../src/domain/audit/ActivityCounts.ts";
import { versionOf } from "../../src/domain/event/compaction.ts";
import { systemActor } from "../../src/domain/event/Envelope.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { ArchivedEvents } from "../../src/domain/retention/ArchivedEvents.ts";
import { archiveStream, EventsArchived } from "../../src/domain/retention/EventsArchived.ts";
import { rowsDigest } from "../../src/domain/retention/RowsDigest.ts";
import { freshStream, knownSample } from "../contracts/sampleEvent.ts";

const did = Did.make("did:plc:archived4archived4archiv");

/** The name of the archive that `archiveWrite` names. No such file is written. */
export const archivedFile = "writes-1-47DEQpj8HBSa.ndjson";

/** Appends a write of two events, and archives them. Returns the first of them and the position of the event that names the archive. */
export const archiveWrite = Effect.gen(function* () {
  const { append, load } = yield* EventLog;
  const archived = yield* ArchivedEvents;
  const stream = freshStream();
  const uri = `at://${did}/app.example.note/3k2a`;
  const [first, last] = yield* append(stream, 0, [
    knownSample("WriteRequested.v1", { did, uri }, { subjectDid: did }),
    knownSample("RecordWritten.v1", { uri }, { subjectDid: did })
  ]);
  if (first === undefined || last === undefined) return yield* Effect.dieMessage("the write was not appended");
  yield* (yield* ActivityCounts).catchUp;
  const events = yield* archived.ofStreams([stream]);
  const before = versionOf(yield* load(archiveStream("writes")));
  yield* archived.archive({ class: "writes", archive: before + 1, events });
  const named = new EventsArchived({
    ...{ class: "writes", retainedDays: 30, before: last.recordedAt, count: 2 },
    ...{ firstPosition: first.position, lastPosition: last.position, file: archivedFile, sha256: "" },
    rows: rowsDigest([first, last])
  });
  const [naming] = yield* appendEvents(archiveStream("writes"), before, [named], { actor: systemActor });
  return { first, namedAt: naming?.position ?? 0 };
});
