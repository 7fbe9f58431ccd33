import type { Nsid } from "../../atproto/Nsid.ts";

/** The rule for the record keys of a collection (AT Protocol, Lexicon `record.key`). */
export type RecordKeyRule =
  | { readonly _tag: "Tid" }
  | { readonly _tag: "Any" }
  | { readonly _tag: "NsidKey" }
  | { readonly _tag: "Literal"; readonly value: string };

/**
 * A scalar type for filtering, sorting and storage. An instant is compared as a time and returned as its original text.
 */
export type ScalarType = "string" | "instant" | "integer" | "boolean";

/** The type of a property, with references resolved to the object or union they name (AT Protocol, Lexicon). */
export type PropertyType =
  | {
      readonly _tag: "Scalar";
      readonly type: ScalarType;
      readonly format: string | null;
      readonly knownValues: ReadonlyArray<string>;
      /** True for an integer without bounds, or with one beyond 32 bits. */
      readonly wide?: boolean;
    }
  | { readonly _tag: "Bytes" }
  | { readonly _tag: "CidLink" }
  | { readonly _tag: "Blob"; readonly accept: ReadonlyArray<string>; readonly maxSize: number | null }
  /**
   * An object, by the id of its definition in `LexiconSet.objects`: `nsid#name`, or `nsid#main.property` for an inline
   * one.
   */
  | { readonly _tag: "Object"; readonly id: string }
  | { readonly _tag: "Union"; readonly id: string; readonly variants: ReadonlyArray<string>; readonly closed: boolean }
  | { readonly _tag: "List"; readonly item: PropertyType }
  | { readonly _tag: "Unknown" };

/** One property of a record or an object. */
export interface Property {
  readonly name: string;
  readonly description: string | null;
  readonly required: boolean;
  /** True where the record may hold null (Lexicon `nullable`). */
  readonly nullable?: boolean;
  readonly type: PropertyType;
}

/** A record type as defined by a Lexicon of type `record`. */
export interface Collection {
  readonly nsid: Nsid;
  readonly description: string | null;
  readonly key: RecordKeyRule;
  readonly properties: ReadonlyArray<Property>;
}
