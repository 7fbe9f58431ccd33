import type { Nsid } from "../../../domain/atproto/Nsid.ts";

/** The maximum number of collections and patterns that a Jetstream accepts. */
const maxWanted = 100;

const groupOf = (nsid: string): string => `${nsid.slice(0, nsid.lastIndexOf("."))}.*`;

/**
 * Returns the filter for collections: their NSIDs, or patterns such as `app.bsky.feed.*` if there are more than 100.
 * Returns an empty list, which stands for all collections, if there are more than 100 patterns as well.
 */
export const wantedCollections = (collections: ReadonlyArray<Nsid>): ReadonlyArray<string> => {
  if (collections.length <= maxWanted) return collections;
  const groups = new Set(collections.map(groupOf));
  return groups.size <= maxWanted ? [...groups] : [];
};
