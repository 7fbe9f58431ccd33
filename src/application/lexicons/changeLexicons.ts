import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import { Atomically } from "../../domain/event/Atomically.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { VersionConflict } from "../../domain/event/EventLog.ts";
import { inStep, traced } from "../../domain/failure/traced.ts";
import { LexiconDocuments } from "../../domain/lexicon/import/LexiconDocuments.ts";
import { LexiconsImported } from "../../domain/lexicon/import/LexiconEvent.ts";
import type { LexiconRequest } from "../../domain/lexicon/import/LexiconRequest.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import type { LexiconSet } from "../../domain/lexicon/model/LexiconSet.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { reconnectBackoff } from "../background/backoff.ts";
import { forkTask } from "../background/supervise.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { nextSet } from "./nextSet.ts";
import { latestImport, lexiconStream, storedSet } from "./storedLexicons.ts";

/** A concurrent import changed the active set, so that the comparison is outdated. */
class LexiconsChanged extends Data.TaggedError("LexiconsChanged") {}

/** Restores the index for the active set after it was prepared for a set that did not become active. */
const revert = Effect.gen(function* () {
  const catalog = yield* LexiconCatalog;
  yield* catalog.prepareAgain.pipe(Effect.retry(reconnectBackoff), forkTask("take back an import of Lexicons"));
});

/** Records a set as the latest import, and returns its position in the log. Each process then activates it. */
const recordImport = traced("recordImport")(function* (current: LexiconSet, next: LexiconSet, actor: Actor) {
  const documents = yield* LexiconDocuments;
  const { digest, version } = yield* latestImport();
  if (digest !== current.digest) return yield* new LexiconsChanged();
  const ids = next.documents.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  yield* documents.put(next.digest, next.documents);
  const imported = new LexiconsImported({ digest: next.digest, ids });
  const recorded = yield* appendEvents(lexiconStream, version, [imported], { actor });
  return recorded.reduce((last, { position }) => Math.max(last, position), 0);
});

/** The active Lexicons before and after a change, and the result of the approval. */
export interface ChangedLexicons<Approval> {
  readonly before: LexiconSet;
  readonly after: LexiconSet;
  readonly approval: Approval;
}

type Approve<Approval, E, R> = (before: LexiconSet, after: LexiconSet) => Effect.Effect<Approval, E, R>;

function* attempt<Approval, E, R>(request: LexiconRequest, actor: Actor, approve: Approve<Approval, E, R>) {
  const index = yield* RecordIndex;
  const atomically = yield* Atomically;
  const latest = yield* latestImport();
  const before = yield* storedSet(latest.digest);
  const after = yield* nextSet(before, request);
  const changed: ChangedLexicons<Approval> = { before, after, approval: yield* approve(before, after) };
  if (after.digest === before.digest) {
    // Another process may have imported the same set a moment ago.
    yield* (yield* LexiconCatalog).awaitImport(latest.position);
    return changed;
  }
  const position = yield* index.define(after).pipe(
    Effect.zipRight(atomically.run(recordImport(before, after, actor))),
    Effect.onError(() => revert)
  );
  yield* (yield* LexiconCatalog).awaitImport(position);
  return changed;
}

const inChangeLexicons = inStep("changeLexicons");

/**
 * Records the next set of Lexicons, after the index was prepared for it, and waits until this process has activated it or
 * a later one, for at most 5 seconds. If `approve` fails, the active set stays. The change applies to exactly the set that
 * `approve` received as `before`; after a concurrent import everything is repeated.
 */
export const changeLexicons = <Approval, E, R>(
  request: LexiconRequest,
  actor: Actor,
  approve: Approve<Approval, E, R>
) =>
  Effect.gen(() => attempt(request, actor, approve)).pipe(
    Effect.retry({ while: isConflict, times: 10 }),
    Effect.catchIf(isConflict, (conflict) => Effect.die(conflict)),
    inChangeLexicons
  );

const isConflict = (error: unknown): error is LexiconsChanged | VersionConflict =>
  error instanceof LexiconsChanged || error instanceof VersionConflict;
