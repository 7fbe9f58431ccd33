import * as Effect from "effect/Effect";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { readDocumentFiles } from "../../adapters/filesystem/readDocumentFiles.ts";
import { checkDocuments } from "../../adapters/graphql/persisted/checkDocuments.ts";
import { type ReadDocuments, readPersisted } from "../../adapters/graphql/persisted/readPersisted.ts";
import { limitsOf } from "../../adapters/graphql/plan/Limits.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import { PersistedDocumentsInvalid } from "./PersistedDocumentsInvalid.ts";

const none: ReadDocuments = { documents: [], faults: [] };

/** The persisted documents as they are configured; what is wrong within a file is among their faults. */
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

/** Fails with everything that is wrong with persisted documents, under the Lexicons in force. */
export const checkPersistedDocuments = Effect.fn("checkPersistedDocuments")(function* (
  { documents, faults }: ReadDocuments,
  { queryLimits, persistedDocumentsOnly }: Configuration
) {
  if (documents.length === 0 && faults.length === 0) {
    if (persistedDocumentsOnly)
      return yield* PersistedDocumentsInvalid.of([
        { name: "holds no document", reason: "with PERSISTED_DOCUMENTS_ONLY nothing would be answered" }
      ]);
    return;
  }
  const catalog = yield* LexiconCatalog;
  const all = [...faults, ...checkDocuments(yield* catalog.current, documents, limitsOf(queryLimits))];
  if (all.length > 0) return yield* PersistedDocumentsInvalid.of(all);
});
