import type { Collection, PropertyType } from "./Collection.ts";
import type { LexiconSet } from "./LexiconSet.ts";

/**
 * The path to references in a record: property names from the record down, and 0 for every item of a list. A path ends
 * at a strong reference.
 */
export type ReferencePath = readonly [string, ...ReadonlyArray<string | 0>];

/** A property of a record that refers to a record or an account, or a list whose items refer to records. */
export interface Reference {
  readonly path: ReferencePath;
  readonly target: ReferenceTarget;
}

/** The kind of target: a record by its at-uri, or an account by its DID. */
export type ReferenceTarget = "uri" | "did";

const strongReference = "com.atproto.repo.strongRef";

/**
 * The maximum number of names in a path. No Lexicon in use has a deeper reference, and it bounds paths through
 * recursive objects.
 */
const maxPathLength = 3;

/** Whether a path passes through no list, so that a record has at most one reference there. */
export const isThroughObjects = (path: ReferencePath): path is readonly [string, ...ReadonlyArray<string>] =>
  !path.includes(0);

/** Formats a path for people: `reply.parent`, `subjects[]`, `items[].subject`. */
export const pathText = (path: ReferencePath): string =>
  path.map((step, at) => (step === 0 ? "[]" : `${at === 0 ? "" : "."}${step}`)).join("");

/** Returns what values of a type refer to: a record by at-uri or strong reference, an account by DID, or null. */
export const referenceTarget = (type: PropertyType): ReferenceTarget | null => {
  if (type._tag === "Object") return type.id === strongReference ? "uri" : null;
  if (type._tag !== "Scalar") return null;
  if (type.format === "at-uri") return "uri";
  return type.format === "did" ? "did" : null;
};

/** Returns whether values of a type refer to one record or, as a list, to several; null where they refer to none. */
export const referencedRecords = (type: PropertyType): "one" | "many" | null => {
  if (type._tag === "List") return referenceTarget(type.item) === "uri" ? "many" : null;
  return referenceTarget(type) === "uri" ? "one" : null;
};

/**
 * Returns the references in the records of a collection, including those in nested objects and lists, in the order of
 * the Lexicon. In lists, only references to records count.
 */
export const referencesOf = ({ properties }: Collection, objects: LexiconSet["objects"]): ReadonlyArray<Reference> => {
  const at = (type: PropertyType, path: ReferencePath, passed: ReadonlyArray<string>): ReadonlyArray<Reference> => {
    const target = referenceTarget(type);
    if (target !== null) return target === "uri" || isThroughObjects(path) ? [{ path, target }] : [];
    if (type._tag === "List") return at(type.item, [...path, 0], passed);
    if (type._tag !== "Object" || passed.includes(type.id) || namesIn(path) === maxPathLength) return [];
    const members = objects.get(type.id)?.properties ?? [];
    return members.flatMap((member) => at(member.type, [...path, member.name], [...passed, type.id]));
  };
  return properties.flatMap(({ name, type }) => at(type, [name], []));
};

const namesIn = (path: ReferencePath): number => path.filter((step) => step !== 0).length;
