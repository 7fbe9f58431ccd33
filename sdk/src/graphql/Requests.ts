import type { Execute, MutationOptions, RequestOptions } from "./Execute.ts";

/** What is sent as somebody who is logged in. */
export interface Requests {
  readonly query: Execute<RequestOptions>;
  readonly mutate: Execute<MutationOptions>;
  readonly uploadBlob: (file: Blob, options?: RequestOptions) => Promise<BlobReference>;
}

/** What a record names a blob by: `BlobInput` of the schema. */
export interface BlobReference {
  readonly ref: string;
  readonly mimeType: string;
  readonly size: number;
}
