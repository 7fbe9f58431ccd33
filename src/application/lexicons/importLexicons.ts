import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import { Atomically } from "../../domain/event/Atomically.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { StreamName } from "../../domain/event/StreamName.ts";
import { LexiconCatalog } from "../../domain/lexicon/LexiconCatalog.ts";
import { LexiconDocuments } from "../../domain/lexicon/LexiconDocuments.ts";
import { LexiconsImported } from "../../domain/lexicon/LexiconEvent.ts";
import type { LexiconSet } from "../../domain/lexicon/LexiconSet.ts";
import type { GivenFile } from "../../domain/lexicon/UnreadableFile.ts";
import { RecordIndex } from "../../domain/record/RecordIndex.ts";
import { forkTask } from "../background/supervise.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { readSet } from "./readSet.ts";

/** The stream of the Lexicons in force. */
export const lexiconStream = StreamName.make("lexicons");

/** Backs off after a lost connection, from 100 ms to 5 s. */
const reconnect = Schedule.exponential("100 millis").pipe(Schedule.union(Schedule.spaced("5 seconds")));

/** Makes the index as the set in force needs it again, when it had made room for one that did not come into force. */
const takeBack = Effect.gen(function* () {
  const catalog = yield* LexiconCatalog;
  const index = yield* RecordIndex;
  yield* Effect.flatMap(catalog.current, index.define).pipe(
    Effect.retry(reconnect),
    forkTask("take back an import of Lexicons")
  );
});

const putInForce = Effect.fn("putInForce")(function* (set: LexiconSet, actor: Actor) {
  const log = yield* EventLog;
  const documents = yield* LexiconDocuments;
  const ids = set.documents.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  const version = (yield* log.load(lexiconStream)).length;
  yield* documents.put(set.digest, set.documents);
  yield* appendEvents(lexiconStream, version, [new LexiconsImported({ digest: set.digest, ids })], { actor });
});

/**
 * Puts a set of Lexicons in force, replacing the one before, in one transaction with its event, after the index has
 * made room for it. A set that is in force already changes nothing.
 */
export const importLexicons = Effect.fn("importLexicons")(function* (files: ReadonlyArray<GivenFile>, actor: Actor) {
  const set = yield* readSet(files);
  const catalog = yield* LexiconCatalog;
  if ((yield* catalog.current).digest === set.digest) return set;
  const index = yield* RecordIndex;
  const atomically = yield* Atomically;
  yield* index.define(set).pipe(
    Effect.zipRight(
      putInForce(set, actor).pipe(
        atomically.run,
        Effect.retry({ while: (error) => error._tag === "VersionConflict", times: 10 }),
        Effect.catchTag("VersionConflict", Effect.die)
      )
    ),
    Effect.onError(() => takeBack)
  );
  yield* catalog.awaitDigest(set.digest);
  return set;
});
