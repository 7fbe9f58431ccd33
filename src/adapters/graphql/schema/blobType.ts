import { GraphQLInt, GraphQLString } from "graphql";
import type { BlobPreset } from "../../../domain/record/BlobShape.ts";
import type { TypeTable } from "./TypeTable.ts";

/** The names `url(preset:)` takes. */
export const blobPresets: ReadonlyArray<BlobPreset> = ["avatar", "banner", "feed_thumbnail", "feed_fullsize"];

/** The preset of `url` without an argument. */
export const defaultPreset: BlobPreset = "feed_fullsize";

/** `Blob`: a file that a record refers to. */
export const defineBlob = (types: TypeTable): void => {
  types.object("Blob", "A file that belongs to a record.", () => [
    {
      name: "ref",
      description: "The CID of the content.",
      type: GraphQLString,
      meaning: { _tag: "BlobMeaning", member: "BlobRef" }
    },
    { name: "mimeType", type: GraphQLString, meaning: { _tag: "BlobMeaning", member: "BlobMimeType" } },
    { name: "size", description: "Bytes.", type: GraphQLInt, meaning: { _tag: "BlobMeaning", member: "BlobSize" } },
    {
      name: "url",
      description: "Where an image can be fetched.",
      type: GraphQLString,
      args: { preset: { type: GraphQLString, description: `${blobPresets.join(", ")}; ${defaultPreset} without it.` } },
      meaning: { _tag: "BlobMeaning", member: "BlobUrl" }
    }
  ]);
};
