import type { ScalarType } from "../lexicon/Collection.ts";

/** What a stored JSON value must look like to be given out, and which of its members are. What does not fit is null. */
export type Shape =
  | { readonly _tag: "ScalarShape"; readonly type: ScalarType }
  /** `{"$bytes": base64}` as its base64 text. */
  | { readonly _tag: "BytesShape" }
  /** `{"$link": cid}` as the CID. */
  | { readonly _tag: "LinkShape" }
  | { readonly _tag: "JsonShape" }
  | { readonly _tag: "BlobShape"; readonly members: ReadonlyArray<BlobMember> }
  | { readonly _tag: "ObjectShape"; readonly members: ReadonlyArray<ObjectMember> }
  | { readonly _tag: "ListShape"; readonly item: Shape }
  /** The variant of the value's `$type`; null for any other. */
  | { readonly _tag: "UnionShape"; readonly variants: ReadonlyMap<string, ReadonlyArray<ObjectMember>> };

export type ObjectMember =
  | { readonly _tag: "ObjectProperty"; readonly key: string; readonly property: string; readonly shape: Shape }
  | { readonly _tag: "ObjectTypename"; readonly key: string; readonly name: string };

export type BlobMember =
  | { readonly _tag: "BlobRef" | "BlobMimeType" | "BlobSize"; readonly key: string }
  | { readonly _tag: "BlobUrl"; readonly key: string; readonly preset: BlobPreset }
  | { readonly _tag: "BlobTypename"; readonly key: string; readonly name: string };

export type BlobPreset = "avatar" | "banner" | "feed_thumbnail" | "feed_fullsize";
