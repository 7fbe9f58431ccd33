import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { compareRegistries } from "../../../application/clients/registry/compareRegistries.ts";
import { loadEvents } from "../../../application/event/loadEvents.ts";
import { lexiconStream } from "../../../application/lexicons/storedLexicons.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { canonicalJson } from "../../../domain/json/canonicalJson.ts";
import { LexiconDocuments } from "../../../domain/lexicon/import/LexiconDocuments.ts";
import { StoredProjections } from "../../../domain/projection/StoredProjections.ts";
import { failure } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { clearProgress, progress } from "../report/progress.ts";

/** The digest of the active Lexicons according to the log, and the digest of those that are stored. */
const comparedLexicons = Effect.gen(function* () {
  const { events } = yield* loadEvents(lexiconStream);
  const latest = events.findLast((event) => event._tag === "LexiconsImported.v1");
  if (latest === undefined) return { digest: null, stored: null };
  const stored = yield* (yield* LexiconDocuments).get(latest.digest);
  return {
    digest: latest.digest,
    stored: Option.match(stored, { onNone: () => null, onSome: (set) => sha256Base64Url(canonicalJson(set)) })
  };
});

const replayed = progress("events replayed");

const comparedStores = Effect.flatMap(StoredProjections, ({ compare }) => compare(replayed));

const laterVersion = (types: ReadonlyArray<string>) =>
  failure(
    "later_version",
    `The log holds events that this version cannot read (${types.join(", ")}): use the version that the services run`
  );

/** Fails if the log holds events of a later version: this version would remove what they added to the projections. */
export const requireReadableLog = compareRegistries(replayed).pipe(
  Effect.mapError(explainFailure),
  Effect.flatMap(({ unreadable }) => (unreadable.length === 0 ? Effect.void : Effect.fail(laterVersion(unreadable))))
);

/** Compares all projections with a replay of the log. */
export const compareWithLog = Effect.gen(function* () {
  const registries = yield* compareRegistries(replayed);
  const { position, projections } = yield* comparedStores;
  const lexicons = yield* comparedLexicons;
  const isEqual =
    registries.silent === 0 &&
    registries.unreadable.length === 0 &&
    registries.processes.every(({ differences }) => differences.length === 0) &&
    projections.every(({ count }) => count === 0) &&
    lexicons.digest === lexicons.stored;
  return { isEqual, position, ...registries, projections, lexicons };
}).pipe(Effect.ensuring(clearProgress));

/** Builds the stored projections anew and replaces them; returns how the stored ones differed. */
export const rebuildStored = Effect.flatMap(StoredProjections, ({ rebuild }) => rebuild(replayed)).pipe(
  Effect.ensuring(clearProgress)
);

/** Corrects the stored projections, and returns how many rows of each differed. */
export const restoreStored = Effect.flatMap(StoredProjections, ({ restore }) => restore(replayed)).pipe(
  Effect.map(({ projections }) => projections.map(({ count, projection }) => ({ projection, count }))),
  Effect.ensuring(clearProgress)
);
