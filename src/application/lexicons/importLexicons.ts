import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { Atomically } from "../../domain/event/Atomically.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { StreamName } from "../../domain/event/StreamName.ts";
import { LexiconCatalog } from "../../domain/lexicon/LexiconCatalog.ts";
import { LexiconDocuments } from "../../domain/lexicon/LexiconDocuments.ts";
import { LexiconsImported } from "../../domain/lexicon/LexiconEvent.ts";
import type { LexiconFile } from "../../domain/lexicon/LexiconFile.ts";
import { parseLexiconSet } from "../../domain/lexicon/parseLexiconSet.ts";
import { RecordIndex } from "../../domain/record/RecordIndex.ts";
import { appendEvents } from "../event/appendEvents.ts";

/** Lexicons that do not make a sound set, with every fault. The set in force stays. */
export class InvalidLexicons extends Schema.TaggedError<InvalidLexicons>()("InvalidLexicons", {
  faults: Schema.NonEmptyArray(Schema.Struct({ file: Schema.String, path: Schema.String, reason: Schema.String }))
}) {
  override get message(): string {
    return this.faults
      .map(({ file, path, reason }) => `${file}${path === "" ? "" : `, ${path}`}: ${reason}`)
      .join("\n");
  }
}

/** The stream of the Lexicons in force. */
export const lexiconStream = StreamName.make("lexicons");

/**
 * Puts a set of Lexicons in force, replacing the one before, in one transaction with its event, after the index has
 * made room for it. A set that is in force already changes nothing.
 */
export const importLexicons = Effect.fn("importLexicons")(function* (files: ReadonlyArray<LexiconFile>, actor: Actor) {
  const set = yield* Effect.mapError(parseLexiconSet(files), (faults) => new InvalidLexicons({ faults }));
  const catalog = yield* LexiconCatalog;
  if ((yield* catalog.current).digest === set.digest) return set;
  const index = yield* RecordIndex;
  yield* index.define(set);
  const log = yield* EventLog;
  const documents = yield* LexiconDocuments;
  const atomically = yield* Atomically;
  const ids = set.documents.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  yield* Effect.gen(function* () {
    const version = (yield* log.load(lexiconStream)).length;
    yield* documents.put(set.digest, set.documents);
    yield* appendEvents(lexiconStream, version, [new LexiconsImported({ digest: set.digest, ids })], { actor });
  }).pipe(
    atomically.run,
    Effect.retry({ while: (error) => error._tag === "VersionConflict", times: 10 }),
    Effect.catchTag("VersionConflict", Effect.die)
  );
  yield* catalog.awaitDigest(set.digest);
  return set;
});
