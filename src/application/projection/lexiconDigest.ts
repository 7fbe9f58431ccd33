import * as Schema from "effect/Schema";
import type { ReadModel } from "./ReadModel.ts";
import { snapshotForm } from "./snapshot/SnapshotForm.ts";

/** The digest of the last imported Lexicons; empty before the first import. */
export const lexiconDigest: ReadModel<string> = {
  name: "Lexicon catalog",
  types: new Set(["LexiconsImported.v1"] as const),
  initial: "",
  evolve: (digest, event) => (event._tag === "LexiconsImported.v1" ? event.digest : digest),
  snapshot: snapshotForm({
    version: 1,
    entry: Schema.String,
    entriesOf: (digest) => [digest],
    stateOf: ([digest = ""]) => digest
  })
};
