import { fieldName, memberName, typeName } from "../../api/apiName.ts";
import type { Collection } from "./Collection.ts";
import type { LexiconSet } from "./LexiconSet.ts";
import { isThroughObjects, type Reference, referencesOf } from "./Reference.ts";

/** A field of every record type that leads to records of a collection. */
export type Join = { readonly name: string; readonly collection: Collection } & (
  | { readonly _tag: "DidJoin" }
  /** The records with a reference to the record, possibly inside a list. */
  | { readonly _tag: "ReverseJoin"; readonly reference: Reference }
  /** The one of them that belongs to the signed-in user; also where the reference names the author. */
  | { readonly _tag: "ViewerJoin"; readonly reference: Reference }
);

const via = ({ path }: Reference): string =>
  `Via${path
    .flatMap((step) => (step === 0 ? [] : [memberName(step)]))
    .map((name) => name.charAt(0).toUpperCase() + name.slice(1))
    .join("")}`;

/** Returns `<f of target>ByDid` for each collection. */
export const didJoinsOf = (collections: LexiconSet["collections"]): ReadonlyArray<Join> =>
  collections.map((collection) => ({
    _tag: "DidJoin",
    name: `${fieldName(collection.nsid)}ByDid`,
    collection
  }));

const joinsVia = (collection: Collection, reference: Reference): ReadonlyArray<Join> => {
  const { nsid } = collection;
  const viewer: Join = {
    _tag: "ViewerJoin",
    name: `viewer${typeName(nsid)}${via(reference)}`,
    collection,
    reference
  };
  if (reference.target === "did") return [viewer];
  return [{ _tag: "ReverseJoin", name: `${fieldName(nsid)}${via(reference)}`, collection, reference }, viewer];
};

/** Whether a join follows references inside lists. */
export const isThroughList = (join: Join): boolean => join._tag !== "DidJoin" && !isThroughObjects(join.reference.path);

/**
 * Returns `<f of source>Via<Path>` and `viewer<S>Via<Path>` for each reference in the records of each collection. Joins
 * through lists come last, and only where no other join has the same name.
 */
export const referenceJoinsOf = (
  collections: LexiconSet["collections"],
  objects: LexiconSet["objects"]
): ReadonlyArray<Join> => {
  const joins = collections.flatMap((collection) =>
    referencesOf(collection, objects).flatMap((reference) => joinsVia(collection, reference))
  );
  const first = joins.filter((join) => !isThroughList(join));
  const taken = new Set([...didJoinsOf(collections), ...first].map(({ name }) => name));
  const free = joins.filter((join) => {
    if (!isThroughList(join) || taken.has(join.name)) return false;
    taken.add(join.name);
    return true;
  });
  return [...first, ...free];
};

/** Returns all joins of a set, in schema order. */
export const joinsOf = (
  collections: LexiconSet["collections"],
  objects: LexiconSet["objects"]
): ReadonlyArray<Join> => [...didJoinsOf(collections), ...referenceJoinsOf(collections, objects)];
