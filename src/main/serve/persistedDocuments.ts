import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { readDocumentFiles } from "../../adapters/filesystem/readDocumentFiles.ts";
import { checkDocuments } from "../../adapters/graphql/persisted/checkDocuments.ts";
import { type ReadDocuments, readPersisted } from "../../adapters/graphql/persisted/readPersisted.ts";
import { limitsOf } from "../../adapters/graphql/plan/Limits.ts";
import { traced } from "../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";

/** Persisted documents that the service cannot start with; `message` is one line per fault. */
export class PersistedDocumentsInvalid extends Data.TaggedError("PersistedDocumentsInvalid")<{
  readonly message: string;
}> {
  static of(faults: ReadonlyArray<{ readonly name: string; readonly reason: string }>): PersistedDocumentsInvalid {
    const lines = faults.map(({ name, reason }) => `PERSISTED_DOCUMENTS ${name}: ${reason.replaceAll(/\s+/g, " ")}`);
    return new PersistedDocumentsInvalid({ message: lines.join("\n") });
  }
}

const none: ReadDocuments = { documents: [], faults: [] };

/** Reads the configured persisted documents. Problems within a file are among their faults. */
export const readPersistedDocuments = ({ persistedDocuments: path }: Configuration) =>
  path === null
    ? Effect.succeed(none)
    : readDocumentFiles(path).pipe(
        Effect.map(readPersisted),
        Effect.mapError(({ file, reason }) =>
          PersistedDocumentsInvalid.of([
            { name: file, reason: `${reason}; example: PERSISTED_DOCUMENTS=./persisted-documents.json` }
          ])
        )
      );

/** Fails with every fault of the persisted documents under the active Lexicons. */
export const checkPersistedDocuments = traced("checkPersistedDocuments")(function* (
  { documents, faults }: ReadDocuments,
  { queryLimits, persistedDocumentsOnly }: Configuration
) {
  if (documents.length === 0 && faults.length === 0) {
    if (persistedDocumentsOnly)
      return yield* PersistedDocumentsInvalid.of([
        {
          name: "holds no document",
          reason:
            "PERSISTED_DOCUMENTS_ONLY is set, so every request would be rejected; add a document, or set it to false"
        }
      ]);
    return;
  }
  const catalog = yield* LexiconCatalog;
  const all = [...faults, ...checkDocuments(yield* catalog.current, documents, limitsOf(queryLimits))];
  if (all.length > 0) return yield* PersistedDocumentsInvalid.of(all);
});
