import type { Nsid } from "../../atproto/Nsid.ts";

/**
 * Which collections are open, so that their records are indexed whoever the author is. The records of all other
 * collections are indexed only if the author is known.
 */
export type OpenCollections =
  /** All except those of the Bluesky network, which has more authors than most apps need. */
  | { readonly _tag: "OwnAuthorities" }
  | { readonly _tag: "EveryCollection" }
  /** Those of NSIDs that are one of these, or begin with one of these and a dot. */
  | { readonly _tag: "ListedAuthorities"; readonly prefixes: ReadonlyArray<string> };

/** The authorities whose collections are closed by default. */
const networkAuthorities = ["app.bsky", "chat.bsky", "com.atproto", "tools.ozone"];

const isWithin = (nsid: string, prefix: string): boolean => nsid === prefix || nsid.startsWith(`${prefix}.`);

/** Whether the records of a collection are indexed whoever the author is. */
export const isOpen = (open: OpenCollections, nsid: Nsid): boolean => {
  switch (open._tag) {
    case "OwnAuthorities":
      return !networkAuthorities.some((prefix) => isWithin(nsid, prefix));
    case "EveryCollection":
      return true;
    case "ListedAuthorities":
      return open.prefixes.some((prefix) => isWithin(nsid, prefix));
  }
};
