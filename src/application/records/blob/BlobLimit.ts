import * as Context from "effect/Context";

/** The most bytes that a blob may have here; a PDS may take fewer. */
export class BlobLimit extends Context.Reference<BlobLimit>()("application/BlobLimit", {
  defaultValue: (): number => 52_428_800
}) {}
