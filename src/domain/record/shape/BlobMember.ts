/** A selected member of a blob. */
export type BlobMember =
  | { readonly _tag: "BlobRef" | "BlobMimeType" | "BlobSize"; readonly key: string }
  /** Null without a preset. */
  | { readonly _tag: "BlobUrl"; readonly key: string; readonly preset: BlobPreset | null }
  | { readonly _tag: "BlobTypename"; readonly key: string; readonly name: string };

/** The intended use of an image. */
export type BlobPreset = "avatar" | "banner" | "feed_thumbnail" | "feed_fullsize";
