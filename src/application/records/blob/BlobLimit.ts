import * as Context from "effect/Context";

/** The most bytes that a blob may have here; a PDS may take fewer. */
export class BlobLimit extends Context.Tag("application/BlobLimit")<BlobLimit, number>() {}
