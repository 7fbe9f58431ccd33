import type { NonEmptyArray } from "effect/Array";
import * as Array from "effect/Array";
import * as Either from "effect/Either";
import { nameFaults } from "../../api/nameFaults.ts";
import { sha256Base64Url } from "../../crypto/sha256.ts";
import { canonicalJson } from "../../json/canonicalJson.ts";
import { isJsonObject } from "../../json/isJsonObject.ts";
import { isCompleted } from "../import/completed.ts";
import { notReferable, reachableFromRecords, recordIds, writtenDefinitions } from "../import/reachableFromRecords.ts";
import { type GivenFile, isUnreadable, type UnreadableFile } from "../import/UnreadableFile.ts";
import { type Definition, definitionsOf } from "../model/Definition.ts";
import type { LexiconSet } from "../model/LexiconSet.ts";
import { recordKeyRule } from "../validate/recordKeyRule.ts";
import { collectionsOf } from "./collectionsOf.ts";
import { definitionId } from "./definitionId.ts";
import type { LexiconFault } from "./LexiconFault.ts";
import type { LexiconNotice } from "./LexiconNotice.ts";
import { objectsOf } from "./objectsOf.ts";
import { type ReadLexicon, readLexicon } from "./readLexicon.ts";
import { recursionFaults } from "./recursionFaults.ts";
import { referenceNotices } from "./referenceNotices.ts";

/** The definition types that this version supports. A definition of another type has no GraphQL type. */
const knownTypes: ReadonlySet<unknown> = new Set([
  ...notReferable,
  ...["record", "object", "array", "token", "string", "integer", "boolean", "bytes", "cid-link", "blob"]
]);

/**
 * Validates files together and returns their documents as a set, or fails with every fault (AT Protocol, Lexicon).
 * Definitions that no record reaches are not checked. What records reach but GraphQL has no type for becomes `Unknown`,
 * with a notice.
 */
export const parseLexiconSet = (
  given: ReadonlyArray<GivenFile>
): Either.Either<LexiconSet, NonEmptyArray<LexiconFault>> => {
  const [files, unreadable] = Array.partition(given, isUnreadable);
  const [unread, lexicons] = Array.separate(files.map(readLexicon));
  const definitions = definitionsOf(lexicons);
  const read = lexicons.map(({ document }) => document);
  const written = writtenDefinitions(read);
  const reached = reachableFromRecords(recordIds(read), (id) => written.get(id));
  const invalid = lexicons.flatMap(invalidDefinitions(reached));
  const faults = [
    ...unreadable.map(unreadableFault),
    ...unread.flat(),
    ...duplicateFaults(lexicons),
    ...invalid.flatMap(({ faults, refuses }) => (refuses ? faults : [])),
    ...keyFaults(definitions),
    ...recursionFaults(definitions, reached)
  ];
  if (Array.isNonEmptyArray(faults)) return Either.left(faults);

  const collections = collectionsOf(definitions);
  const objects = objectsOf(collections, definitions);
  const collisions = [...nameFaults(collections, objects, definitions)];
  if (Array.isNonEmptyArray(collisions)) return Either.left(collisions);

  const documents = [...lexicons].sort(byId).map(({ document }) => document);
  return Either.right({
    digest: sha256Base64Url(canonicalJson(documents)),
    documents,
    completed: documents.filter(isCompleted).map(({ id }) => String(id)),
    notices: [
      ...referenceNotices(lexicons, definitions, reached),
      ...invalid.flatMap(({ faults, isReached }) => (isReached ? [] : faults.map(leftOutNotice)))
    ],
    collections,
    objects
  });
};

/** Returns the invalid definitions of a document, and whether each makes the set invalid. */
const invalidDefinitions =
  (reached: ReadonlySet<string>) =>
  ({ document, invalid }: ReadLexicon) =>
    [...invalid].map(([name, faults]) => {
      const schema = isJsonObject(document.defs) ? document.defs[name] : undefined;
      const isReached = reached.has(definitionId(String(document.id), name));
      const isKnown = !isJsonObject(schema) || typeof schema.type !== "string" || knownTypes.has(schema.type);
      return { faults, isReached, refuses: isReached && isKnown };
    });

const leftOutNotice = ({ file, path, reason }: LexiconFault): LexiconNotice => ({
  file,
  path,
  reason: `${reason}: left out, because no record refers to this definition`
});

const byId = (left: ReadLexicon, right: ReadLexicon): number => (left.lexicon.id < right.lexicon.id ? -1 : 1);

const unreadableFault = ({ file, reason }: UnreadableFile): LexiconFault => ({
  kind: "document",
  file,
  path: "",
  reason
});

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
