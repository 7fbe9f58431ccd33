import { GraphQLInt, GraphQLNonNull, GraphQLString } from "graphql";
import type { OutputField, TypeRegistry } from "../TypeRegistry.ts";

const requiredString = new GraphQLNonNull(GraphQLString);

/** Defines `BlobUploadResponse`: an uploaded file that a record can refer to. */
export const defineBlobUploadResponse = (types: TypeRegistry): void => {
  types.object(
    "BlobUploadResponse",
    "A file that a record can refer to: give its three members as `BlobInput`.",
    () => [
      { name: "ref", type: requiredString, description: "The CID.", outputKind: { _tag: "PlainKind" } },
      { name: "mimeType", type: requiredString, outputKind: { _tag: "PlainKind" } },
      { name: "size", type: new GraphQLNonNull(GraphQLInt), description: "Bytes.", outputKind: { _tag: "PlainKind" } }
    ]
  );
};

/** `uploadBlob`. */
export const uploadBlobField = (types: TypeRegistry): OutputField => ({
  name: "uploadBlob",
  description: "Uploads a file to the repository of the signed-in user. Send large files unencoded to POST /blobs.",
  type: types.output("BlobUploadResponse"),
  args: {
    data: { type: GraphQLString, description: "The content in base64, without line breaks. Required." },
    mimeType: { type: GraphQLString, description: "The media type, such as image/png. Required." }
  },
  outputKind: { _tag: "UploadBlobKind" }
});
