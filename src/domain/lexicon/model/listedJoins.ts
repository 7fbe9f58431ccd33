import type { Nsid } from "../../atproto/Nsid.ts";
import type { Collection } from "./Collection.ts";
import { isThroughList, type Join, joinsOf } from "./Join.ts";
import type { LexiconSet } from "./LexiconSet.ts";

/**
 * The most fields that all record types together list for joins: a schema with as many has about 3 MB as text. Joins
 * beyond that are listed once, in the type that all record types share. Joins through lists, which are few, are not
 * counted: they were added later, and must not unlist the others.
 */
export const listedJoinLimit = 5000;

/** The name of the field with the shared type; a record type with a property of that name has it as `joins_`. */
export const sharedJoinsName = ({ properties }: Pick<Collection, "properties">): string =>
  properties.some(({ name }) => name === "joins") ? "joins_" : "joins";

/** The joins that the record type of a collection lists as fields of its own. */
export type ListedJoins = (collection: Nsid) => ReadonlyArray<Join>;

/** The first two segments of an NSID: who publishes it, as far as its text tells (AT Protocol, NSID, authority). */
const authorityOf = (nsid: Nsid): string => nsid.split(".", 2).join(".");

/**
 * All joins while the record types list few enough of them together. Otherwise those between Lexicons of one authority,
 * and none where these are too many, too. Every join can be selected everywhere, listed or not.
 */
export const listedJoins = ({ collections, objects }: Pick<LexiconSet, "collections" | "objects">): ListedJoins => {
  const joins = joinsOf(collections, objects);
  if (counted(joins) * collections.length <= listedJoinLimit) return () => joins;
  const byAuthority = Map.groupBy(joins, ({ collection }) => authorityOf(collection.nsid));
  const ofAuthority: ListedJoins = (nsid) => byAuthority.get(authorityOf(nsid)) ?? [];
  const listed = collections.reduce((sum, { nsid }) => sum + counted(ofAuthority(nsid)), 0);
  return listed <= listedJoinLimit ? ofAuthority : () => [];
};

const counted = (joins: ReadonlyArray<Join>): number => joins.filter((join) => !isThroughList(join)).length;
