import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { isOpen, type OpenCollections } from "../../../domain/sync/stream/openCollections.ts";

/** Whether a collection in use is open or closed. */
export type Access = "open" | "closed";

/** The collections of a set of Lexicons, with their access. A collection that is not in use has no entry. */
export type CollectionsInUse = ReadonlyMap<string, { readonly nsid: Nsid; readonly access: Access }>;

/** Returns the collections of a set of Lexicons. */
export const collectionsInUse = ({ collections }: LexiconSet, open: OpenCollections): CollectionsInUse =>
  new Map(collections.map(({ nsid }) => [nsid, { nsid, access: isOpen(open, nsid) ? "open" : "closed" }]));
