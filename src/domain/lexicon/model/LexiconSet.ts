import type { LexiconNotice } from "../parse/LexiconNotice.ts";
import type { Collection, Property } from "./Collection.ts";

/** An object definition that properties refer to. `id` is the value of `$type` where it has one. */
export interface ObjectDefinition {
  readonly id: string;
  readonly description: string | null;
  readonly properties: ReadonlyArray<Property>;
  /** True for a record nested in another record: its values have a `$type`. */
  readonly isRecord?: boolean;
}

/** The Lexicons of an instance, validated together. */
export interface LexiconSet {
  /** SHA-256, base64url, of the canonical JSON of the documents sorted by id. */
  readonly digest: string;
  /** The documents as supplied, and those that complete them, sorted by id. */
  readonly documents: ReadonlyArray<Readonly<Record<string, unknown>>>;
  /** The ids of the documents that were added from the published Lexicons. */
  readonly completed: ReadonlyArray<string>;
  readonly notices: ReadonlyArray<LexiconNotice>;
  /** Sorted by NSID. */
  readonly collections: ReadonlyArray<Collection>;
  readonly objects: ReadonlyMap<string, ObjectDefinition>;
}

/** The empty set, of an instance without Lexicons. */
export const emptyLexiconSet: LexiconSet = {
  digest: "",
  documents: [],
  completed: [],
  notices: [],
  collections: [],
  objects: new Map()
};
