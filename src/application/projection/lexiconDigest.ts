import type { ReadModel } from "./ReadModel.ts";

/** The digest of the last imported Lexicons; empty before the first import. */
export const lexiconDigest: ReadModel<string> = {
  types: new Set(["LexiconsImported.v1"] as const),
  initial: "",
  evolve: (digest, event) => (event._tag === "LexiconsImported.v1" ? event.digest : digest)
};
