import * as Arr from "effect/Array";
import * as Either from "effect/Either";
import type { DocumentFault, PersistedDocument } from "./PersistedDocument.ts";
import { readManifest } from "./readManifest.ts";

/** The parsed documents, and the faults of the others. */
export interface ReadDocuments {
  readonly documents: ReadonlyArray<PersistedDocument>;
  readonly faults: ReadonlyArray<DocumentFault>;
}

/** Returns the documents of files. A `.json` file is a manifest; any other file is one document. */
export const readPersisted = (
  files: ReadonlyArray<{ readonly file: string; readonly text: string }>
): ReadDocuments => {
  const read = files.flatMap(({ file, text }) =>
    file.endsWith(".json") ? readManifest(file, text) : [Either.right<PersistedDocument>({ name: file, text })]
  );
  return { documents: Arr.getRights(read), faults: Arr.getLefts(read) };
};
