import canonicalize from "canonicalize";
import type { NonEmptyArray } from "effect/Array";
import * as Array from "effect/Array";
import * as Either from "effect/Either";
import { sha256Base64Url } from "../crypto/sha256.ts";
import { collectionsOf } from "./collectionsOf.ts";
import { type Definition, definitionsOf } from "./Definition.ts";
import { isJsonObject } from "./isJsonObject.ts";
import type { LexiconFault } from "./LexiconFault.ts";
import type { LexiconFile } from "./LexiconFile.ts";
import type { LexiconSet } from "./LexiconSet.ts";
import { nameFaults } from "./nameFaults.ts";
import { objectsOf } from "./objectsOf.ts";
import { type ReadLexicon, readLexicon } from "./readLexicon.ts";
import { recordKeyRule } from "./recordKeyRule.ts";
import { recursionFaults } from "./recursionFaults.ts";
import { referenceFaults } from "./referenceFaults.ts";
import { type GivenFile, isUnreadable, type UnreadableFile } from "./UnreadableFile.ts";

/** Checks files together and makes their documents a set, or tells every fault they have (AT Protocol, Lexicon). */
export const parseLexiconSet = (
  given: ReadonlyArray<GivenFile>
): Either.Either<LexiconSet, NonEmptyArray<LexiconFault>> => {
  const [files, unreadable] = Array.partition(given, isUnreadable);
  const [unread, lexicons] = Array.separate(files.map(readLexicon));
  const unreadIds = idsWithout(files, lexicons);
  const isUnread = (id: string) => unreadIds.has(id) || unreadable.some(({ file }) => couldHold(file, id));
  const definitions = definitionsOf(lexicons);
  const faults = [
    ...unreadable.map(unreadableFault),
    ...unread.flat(),
    ...duplicateFaults(lexicons),
    ...keyFaults(definitions),
    ...recursionFaults(definitions),
    ...lexicons.flatMap((lexicon) => referenceFaults(lexicon, definitions, isUnread))
  ];
  if (Array.isNonEmptyArray(faults)) return Either.left(faults);

  const collections = collectionsOf(definitions);
  const objects = objectsOf(collections, definitions);
  const collisions = [...nameFaults(collections, objects, definitions)];
  if (Array.isNonEmptyArray(collisions)) return Either.left(collisions);

  const documents = [...lexicons].sort(byId).map(({ document }) => document);
  return Either.right({ digest: sha256Base64Url(canonicalize(documents) ?? ""), documents, collections, objects });
};

const byId = (left: ReadLexicon, right: ReadLexicon): number => (left.lexicon.id < right.lexicon.id ? -1 : 1);

const unreadableFault = ({ file, reason }: UnreadableFile): LexiconFault => ({
  kind: "document",
  file,
  path: "",
  reason
});

/** Whether a file is named as one is that holds the Lexicon of an id: by all of it, or by its end, in folders or with dots. */
const couldHold = (file: string, id: string): boolean => {
  const spelled = `.${file.replace(/\.json$/, "").replaceAll("/", ".")}`;
  return spelled.endsWith(`.${id}`) || `.${id}`.endsWith(spelled);
};

/** The ids that documents claim which could not be read. */
const idsWithout = (files: ReadonlyArray<LexiconFile>, lexicons: ReadonlyArray<ReadLexicon>): ReadonlySet<unknown> => {
  const read = new Set<unknown>(lexicons.map(({ document }) => document));
  return new Set(files.flatMap(({ document }) => (isJsonObject(document) && !read.has(document) ? [document.id] : [])));
};

const duplicateFaults = (lexicons: ReadonlyArray<ReadLexicon>): ReadonlyArray<LexiconFault> => {
  const files = new Map<string, string>();
  return lexicons.flatMap(({ file, lexicon: { id } }) => {
    const first = files.get(id);
    if (first === undefined) files.set(id, file);
    if (first === undefined) return [];
    const reason = `${id} is in ${first} already: keep one of the two`;
    return [{ kind: "duplicate" as const, file, path: "id", reason }];
  });
};

const keyFaults = (definitions: ReadonlyMap<string, Definition>): ReadonlyArray<LexiconFault> =>
  [...definitions.values()].flatMap(({ schema, name, source: { file } }) =>
    schema.type !== "record"
      ? []
      : Either.match(recordKeyRule(schema.key), {
          onLeft: (reason) => [{ kind: "key" as const, file, path: `defs.${name}.key`, reason }],
          onRight: () => []
        })
  );
