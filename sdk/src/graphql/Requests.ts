import type { Subscribe } from "../subscription/Subscribe.ts";
import type { Execute, MutationOptions, RequestOptions } from "./Execute.ts";

/** The requests of a logged-in user. */
export interface Requests {
  readonly query: Execute<RequestOptions>;
  readonly mutate: Execute<MutationOptions>;
  readonly subscribe: Subscribe;
  readonly uploadBlob: (file: Blob, options?: RequestOptions) => Promise<BlobReference>;
}

/** A reference to a blob in a record: `BlobInput` of the schema. */
export interface BlobReference {
  readonly ref: string;
  readonly mimeType: string;
  readonly size: number;
}
