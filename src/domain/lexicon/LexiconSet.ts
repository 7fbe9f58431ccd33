import type { Collection, Property } from "./Collection.ts";

/** An object definition that properties refer to. `id` is its `$type` where it has one. */
export interface ObjectDefinition {
  readonly id: string;
  readonly description: string | null;
  readonly properties: ReadonlyArray<Property>;
}

/** The Lexicons an instance holds, checked together: every reference resolves. */
export interface LexiconSet {
  /** SHA-256, base64url, of the canonical JSON of the documents sorted by id. */
  readonly digest: string;
  /** The documents as they were given, sorted by id. */
  readonly documents: ReadonlyArray<Readonly<Record<string, unknown>>>;
  /** Sorted by NSID. */
  readonly collections: ReadonlyArray<Collection>;
  readonly objects: ReadonlyMap<string, ObjectDefinition>;
}
