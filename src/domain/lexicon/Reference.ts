import type { Collection, Property, PropertyType } from "./Collection.ts";
import type { LexiconSet } from "./LexiconSet.ts";

/** A property of a record that points at a record, or at an account. */
export interface Reference {
  /** The members to follow from the record, through objects only; a strong reference is the end of one. */
  readonly path: readonly [string, ...ReadonlyArray<string>];
  readonly target: ReferenceTarget;
}

/** A record by its at-uri, or an account by its DID. */
export type ReferenceTarget = "uri" | "did";

const strongReference = "com.atproto.repo.strongRef";

/** No Lexicon in use holds a reference deeper down, and the paths through objects that name each other stay few. */
const longestPath = 3;

/** What a value of a type points at: a record by at-uri or strong reference, an account by DID; null for any other type. */
export const referenceTarget = (type: PropertyType): ReferenceTarget | null => {
  if (type._tag === "Object") return type.id === strongReference ? "uri" : null;
  if (type._tag !== "Scalar") return null;
  if (type.format === "at-uri") return "uri";
  return type.format === "did" ? "did" : null;
};

/** Whether a value of a type leads to a record, or, being a list, to several; null where it leads to none. */
export const recordsBehind = (type: PropertyType): "one" | "many" | null => {
  if (type._tag === "List") return referenceTarget(type.item) === "uri" ? "many" : null;
  return referenceTarget(type) === "uri" ? "one" : null;
};

/** The references that records of a collection hold, in objects within them too, in the order of the Lexicon. */
export const referencesOf = ({ properties }: Collection, objects: LexiconSet["objects"]): ReadonlyArray<Reference> => {
  const within = (
    members: ReadonlyArray<Property>,
    above: ReadonlyArray<string>,
    passed: ReadonlyArray<string>
  ): ReadonlyArray<Reference> =>
    members.flatMap(({ name, type }): ReadonlyArray<Reference> => {
      const [first = name, ...rest] = [...above, name];
      const target = referenceTarget(type);
      if (target !== null) return [{ path: [first, ...rest], target }];
      if (type._tag !== "Object" || passed.includes(type.id) || rest.length + 1 === longestPath) return [];
      return within(objects.get(type.id)?.properties ?? [], [first, ...rest], [...passed, type.id]);
    });
  return within(properties, [], []);
};
