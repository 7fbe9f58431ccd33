import { fieldName, memberName, typeName } from "./apiName.ts";
import type { Collection } from "./Collection.ts";
import type { LexiconSet } from "./LexiconSet.ts";
import { type Reference, referencesOf } from "./Reference.ts";

/** A field of every record type that leads to records of a collection. */
export type Join = { readonly name: string; readonly collection: Collection } & (
  | { readonly _tag: "DidJoin" }
  /** The records whose reference names the record. */
  | { readonly _tag: "ReverseJoin"; readonly reference: Reference }
  /** The one of them that belongs to who is signed in; also where the reference names the author. */
  | { readonly _tag: "ViewerJoin"; readonly reference: Reference }
);

const via = ({ path }: Reference): string =>
  `Via${path
    .map(memberName)
    .map((name) => name.charAt(0).toUpperCase() + name.slice(1))
    .join("")}`;

/** `<f of target>ByDid` for each collection. */
export const didJoinsOf = (collections: LexiconSet["collections"]): ReadonlyArray<Join> =>
  collections.map((collection) => ({
    _tag: "DidJoin",
    name: `${fieldName(collection.nsid)}ByDid`,
    collection
  }));

/** `<f of source>Via<Path>` and `viewer<S>Via<Path>` for each reference in the records of each collection. */
export const referenceJoinsOf = (
  collections: LexiconSet["collections"],
  objects: LexiconSet["objects"]
): ReadonlyArray<Join> =>
  collections.flatMap((collection) =>
    referencesOf(collection, objects).flatMap((reference): ReadonlyArray<Join> => {
      const { nsid } = collection;
      const viewer: Join = {
        _tag: "ViewerJoin",
        name: `viewer${typeName(nsid)}${via(reference)}`,
        collection,
        reference
      };
      if (reference.target === "did") return [viewer];
      return [{ _tag: "ReverseJoin", name: `${fieldName(nsid)}${via(reference)}`, collection, reference }, viewer];
    })
  );

/** All joins of a set, in the order in which a schema lists them. */
export const joinsOf = (
  collections: LexiconSet["collections"],
  objects: LexiconSet["objects"]
): ReadonlyArray<Join> => [...didJoinsOf(collections), ...referenceJoinsOf(collections, objects)];
