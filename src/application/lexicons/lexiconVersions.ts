import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { Actor } from "../../domain/event/Envelope.ts";
import { traced } from "../../domain/failure/traced.ts";
import { LexiconDocuments } from "../../domain/lexicon/import/LexiconDocuments.ts";
import { InvalidLexicons, unusableSource } from "../../domain/lexicon/parse/InvalidLexicons.ts";
import { parseLexiconSet } from "../../domain/lexicon/parse/parseLexiconSet.ts";
import { loadEvents } from "../event/loadEvents.ts";
import { lexiconStream } from "./storedLexicons.ts";

/** A set of Lexicons that is or was active, as its import was recorded. */
export interface LexiconVersion {
  /** 1 for the first import. */
  readonly version: number;
  readonly digest: string;
  /** The NSIDs of the documents, including those that completed the set. */
  readonly ids: ReadonlyArray<string>;
  /** ISO 8601. */
  readonly importedAt: string;
  readonly actor: Actor;
  /** The position of the event in the log. */
  readonly position: number;
  readonly isActive: boolean;
}

/** Returns all versions of the set, newest first. */
export const lexiconVersions = traced("lexiconVersions")(function* () {
  const { events, history } = yield* loadEvents(lexiconStream);
  return history
    .flatMap((recorded, index): ReadonlyArray<LexiconVersion> => {
      const event = events[index];
      if (event?._tag !== "LexiconsImported.v1") return [];
      const { actor, occurredAt: importedAt, position, version } = recorded;
      const isActive = index === history.length - 1;
      return [{ version, digest: event.digest, ids: event.ids, importedAt, actor, position, isActive }];
    })
    .reverse();
});

/** Loads the set of a version. `InvalidLexicons` if there is no such version, or if it can no longer be read. */
export const setOfVersion = traced("setOfVersion")(function* (version: number) {
  const versions = yield* lexiconVersions();
  const found = versions.find((each) => each.version === version);
  const name = `version ${version}`;
  if (found === undefined) {
    return yield* unusableSource(
      name,
      versions.length === 0
        ? "does not exist: no Lexicons were imported yet"
        : `does not exist: choose one from 1 to ${versions.length}`
    );
  }
  const stored = yield* (yield* LexiconDocuments).get(found.digest);
  if (Option.isNone(stored)) return yield* unusableSource(name, "is no longer stored: import its files again");
  const files = stored.value.map((document) => ({ file: String(document.id), document }));
  return yield* Effect.mapError(parseLexiconSet(files), (faults) => new InvalidLexicons({ faults }));
});
