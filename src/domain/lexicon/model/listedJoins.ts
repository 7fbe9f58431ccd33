import type { Nsid } from "../../atproto/Nsid.ts";
import type { Collection } from "./Collection.ts";
import { isThroughList, type Join, joinsOf } from "./Join.ts";
import type { LexiconSet } from "./LexiconSet.ts";

/**
 * The maximum number of join fields listed by all record types together. A schema with that many is about 3 MB of text.
 * Joins beyond the limit are listed once, in the type that all record types share. Joins through lists are few and not
 * counted: they were added later and must not unlist the others.
 */
export const listedJoinLimit = 5000;

/** The name of the field with the shared type. In a record type with a property of that name it is `joins_`. */
export const sharedJoinsName = ({ properties }: Pick<Collection, "properties">): string =>
  properties.some(({ name }) => name === "joins") ? "joins_" : "joins";

/** The joins listed as fields of the record type of a collection. */
export type ListedJoins = (collection: Nsid) => ReadonlyArray<Join>;

/** Returns the first two segments of an NSID, which approximate its authority (AT Protocol, NSID, authority). */
const authorityOf = (nsid: Nsid): string => nsid.split(".", 2).join(".");

/**
 * Returns all joins while their number is within the limit; otherwise only those between Lexicons of one authority; and
 * none if these exceed the limit, too. Every join can be selected everywhere, listed or not.
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
