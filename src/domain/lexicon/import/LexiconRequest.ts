import * as Either from "effect/Either";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { LexiconSet } from "../model/LexiconSet.ts";
import { InvalidLexicons } from "../parse/InvalidLexicons.ts";
import { isCompleted } from "./completed.ts";
import type { LexiconFile } from "./LexiconFile.ts";
import { type GivenFile, isUnreadable } from "./UnreadableFile.ts";

/** A requested change to the active Lexicons that adds or removes files. */
export type LexiconFilesRequest =
  /** The files replace the whole set. */
  | { readonly _tag: "Replace"; readonly files: ReadonlyArray<GivenFile> }
  /** The files are added; each replaces the document with the same id. */
  | { readonly _tag: "Add"; readonly files: ReadonlyArray<GivenFile> }
  | { readonly _tag: "Remove"; readonly ids: ReadonlyArray<string> };

/** A requested change to the active Lexicons. */
export type LexiconRequest =
  | LexiconFilesRequest
  /** An earlier version of the set becomes active again, exactly as it was. */
  | { readonly _tag: "Restore"; readonly version: number };

/** Returns the supplied documents of a set as files, without the published ones that complete the set. */
export const suppliedFiles = ({ documents }: LexiconSet): ReadonlyArray<LexiconFile & { readonly id: string }> =>
  documents
    .filter((document) => !isCompleted(document))
    .map((document) => ({ id: String(document.id), file: `${document.id} (active)`, document }));

const idOf = (file: GivenFile): unknown =>
  isUnreadable(file) || !isJsonObject(file.document) ? undefined : file.document.id;

const withoutIds = (files: ReadonlyArray<LexiconFile>, ids: ReadonlySet<unknown>): ReadonlyArray<LexiconFile> =>
  files.filter((file) => !ids.has(idOf(file)));

const removalFault = (id: string, { completed }: LexiconSet) => ({
  file: id,
  path: "",
  reason: completed.includes(id)
    ? "completes the set, because records refer to it: remove those that do"
    : "is not an active Lexicon: tidemark lexicons list shows the active ones"
});

/** Returns the files of the requested set. Fails when a Lexicon to remove does not exist. */
export const requestedFiles = (
  current: LexiconSet,
  request: LexiconFilesRequest
): Either.Either<ReadonlyArray<GivenFile>, InvalidLexicons> => {
  const supplied = suppliedFiles(current);
  switch (request._tag) {
    case "Replace":
      return Either.right(request.files);
    case "Add":
      return Either.right([...withoutIds(supplied, new Set(request.files.map(idOf))), ...request.files]);
    case "Remove": {
      const there = new Set(supplied.map(idOf));
      const [first, ...more] = request.ids.filter((id) => !there.has(id)).map((id) => removalFault(id, current));
      if (first !== undefined) return Either.left(new InvalidLexicons({ faults: [first, ...more] }));
      return Either.right(withoutIds(supplied, new Set(request.ids)));
    }
  }
};
