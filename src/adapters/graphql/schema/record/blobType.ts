import { GraphQLInt, GraphQLString } from "graphql";
import type { BlobPreset } from "../../../../domain/record/shape/BlobMember.ts";
import type { TypeRegistry } from "../TypeRegistry.ts";

/** The values of `url(preset:)`. */
export const blobPresets: ReadonlyArray<BlobPreset> = ["avatar", "banner", "feed_thumbnail", "feed_fullsize"];

/** The default preset of `url`. */
export const defaultPreset: BlobPreset = "feed_fullsize";

/** Defines `Blob`, a file that a record refers to. */
export const defineBlob = (types: TypeRegistry): void => {
  types.object("Blob", "A file that belongs to a record.", () => [
    {
      name: "ref",
      description: "The CID of the content.",
      type: GraphQLString,
      outputKind: { _tag: "BlobKind", member: "BlobRef" }
    },
    { name: "mimeType", type: GraphQLString, outputKind: { _tag: "BlobKind", member: "BlobMimeType" } },
    { name: "size", description: "Bytes.", type: GraphQLInt, outputKind: { _tag: "BlobKind", member: "BlobSize" } },
    {
      name: "url",
      description: "The URL of an image.",
      type: GraphQLString,
      args: { preset: { type: GraphQLString, description: `${blobPresets.join(", ")}; ${defaultPreset} by default.` } },
      outputKind: { _tag: "BlobKind", member: "BlobUrl" }
    }
  ]);
};
