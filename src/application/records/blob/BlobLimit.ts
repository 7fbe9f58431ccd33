import * as Context from "effect/Context";

/** The maximum size of a blob on this instance, in bytes; a PDS may accept less. */
export class BlobLimit extends Context.Tag("application/BlobLimit")<BlobLimit, number>() {}
