import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import type { Cid } from "../../domain/atproto/Cid.ts";
import type { Nsid } from "../../domain/atproto/Nsid.ts";
import type { RecordKey } from "../../domain/atproto/RecordKey.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { LexiconCatalog } from "../../domain/lexicon/LexiconCatalog.ts";
import { validateRecord } from "../../domain/lexicon/validateRecord.ts";
import type { JsonObject } from "../../domain/record/Json.ts";
import { RecordIndex } from "../../domain/record/RecordIndex.ts";
import { RecordWritten } from "../../domain/record/RecordWriteEvent.ts";
import { type PdsCredentials, type RecordTarget, Repository } from "../../domain/record/Repository.ts";
import { recordCid } from "../../domain/record/recordCid.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { withSession } from "../session/withSession.ts";
import type { Viewer } from "../token/Viewer.ts";
import { aboutViewer } from "./aboutViewer.ts";
import { InvalidRecord } from "./refusals.ts";
import { requestWrite, requireWriteScope } from "./requestWrite.ts";
import { settleFailedWrite } from "./settleFailedWrite.ts";

/** A record to put at an address. `value` carries its `$type`. */
export interface RecordInput {
  readonly collection: Nsid;
  readonly rkey: RecordKey;
  readonly value: JsonObject;
  readonly swapCid: Cid | null;
}

const checkedCid = (input: RecordInput) =>
  Effect.gen(function* () {
    const catalog = yield* LexiconCatalog;
    const problems = validateRecord(yield* catalog.current, input.collection, input.value);
    if (problems.length > 0) return yield* new InvalidRecord({ problems });
    return yield* Either.mapLeft(
      recordCid(input.value),
      () => new InvalidRecord({ problems: [{ path: "", reason: "holds a value that records cannot have" }] })
    );
  });

const send = (action: "create" | "update", input: RecordInput, target: RecordTarget) => (credentials: PdsCredentials) =>
  Effect.flatMap(Repository, (repository) =>
    action === "create"
      ? repository.create(credentials, target, input.value)
      : repository.put(credentials, target, input.value, input.swapCid)
  );

/**
 * Writes a record to the person's repository: authorised, validated, written down, sent, written down, indexed. The
 * next query sees it. Nothing is sent when the scope or the Lexicon does not allow it.
 */
export const writeRecord = Effect.fn("writeRecord")(function* (
  viewer: Viewer,
  action: "create" | "update",
  input: RecordInput
) {
  yield* requireWriteScope(viewer, input.collection, action);
  const cid = yield* checkedCid(input);
  const target = { collection: input.collection, rkey: input.rkey };
  const { event, uri } = yield* requestWrite(viewer, action, target, cid, input.swapCid);
  const written = yield* withSession(viewer.authorizationId, send(action, input, target)).pipe(
    Effect.tapErrorTag("RepositoryFailure", (failure) => settleFailedWrite(event, viewer, failure)),
    Effect.tapErrorTag("SessionOver", (failure) => settleFailedWrite(event, viewer, failure)),
    Effect.tapErrorTag("SessionNotRefreshed", (failure) => settleFailedWrite(event, viewer, failure))
  );
  const index = yield* RecordIndex;
  const atomically = yield* Atomically;
  const indexedAt = new Date(yield* Clock.currentTimeMillis).toISOString();
  const { collection, rkey, value } = input;
  const record = { uri, cid: written.cid, did: viewer.did, collection, rkey, rev: written.rev, indexedAt, value };
  const fact = new RecordWritten({ writeId: event.writeId, uri, cid: written.cid, rev: written.rev });
  yield* atomically
    .run(
      Effect.zipRight(
        index.put(record),
        appendEvents(streamName("write", event.writeId), 1, [fact], aboutViewer(viewer))
      )
    )
    .pipe(Effect.catchTag("VersionConflict", Effect.die));
  return uri;
}, Effect.uninterruptible);
