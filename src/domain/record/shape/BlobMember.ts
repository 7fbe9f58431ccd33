/** A member that is given of a blob. */
export type BlobMember =
  | { readonly _tag: "BlobRef" | "BlobMimeType" | "BlobSize"; readonly key: string }
  /** Null without a preset. */
  | { readonly _tag: "BlobUrl"; readonly key: string; readonly preset: BlobPreset | null }
  | { readonly _tag: "BlobTypename"; readonly key: string; readonly name: string };

/** For what use an image is served. */
export type BlobPreset = "avatar" | "banner" | "feed_thumbnail" | "feed_fullsize";
