import type { Collection, PropertyType } from "./Collection.ts";
import type { LexiconSet } from "./LexiconSet.ts";

/**
 * Where a record holds references: the names of properties to follow from the record, and 0 for every item of a list.
 * A strong reference is the end of one.
 */
export type ReferencePath = readonly [string, ...ReadonlyArray<string | 0>];

/** A property of a record that points at a record, or at an account, or a list in which items point at records. */
export interface Reference {
  readonly path: ReferencePath;
  readonly target: ReferenceTarget;
}

/** A record by its at-uri, or an account by its DID. */
export type ReferenceTarget = "uri" | "did";

const strongReference = "com.atproto.repo.strongRef";

/** In names. No Lexicon in use holds a reference deeper down, and the paths through objects that name each other stay few. */
const maxPathLength = 3;

/** Whether a path leads through no list, so that a record holds at most one reference there. */
export const isThroughObjects = (path: ReferencePath): path is readonly [string, ...ReadonlyArray<string>] =>
  !path.includes(0);

/** A path as people read it: `reply.parent`, `subjects[]`, `items[].subject`. */
export const pathText = (path: ReferencePath): string =>
  path.map((step, at) => (step === 0 ? "[]" : `${at === 0 ? "" : "."}${step}`)).join("");

/** What a value of a type points at: a record by at-uri or strong reference, an account by DID; null for any other type. */
export const referenceTarget = (type: PropertyType): ReferenceTarget | null => {
  if (type._tag === "Object") return type.id === strongReference ? "uri" : null;
  if (type._tag !== "Scalar") return null;
  if (type.format === "at-uri") return "uri";
  return type.format === "did" ? "did" : null;
};

/** Whether a value of a type leads to a record, or, being a list, to several; null where it leads to none. */
export const referencedRecords = (type: PropertyType): "one" | "many" | null => {
  if (type._tag === "List") return referenceTarget(type.item) === "uri" ? "many" : null;
  return referenceTarget(type) === "uri" ? "one" : null;
};

/**
 * The references that records of a collection hold, in objects and lists within them too, in the order of the Lexicon.
 * A list holds references to records only.
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
