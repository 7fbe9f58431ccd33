import { traced } from "../../domain/failure/traced.ts";
import { compareSets } from "./compareLexicons.ts";
import { setOfVersion } from "./lexiconVersions.ts";

/** Compares two versions of the set. Numbers of records are those of the index today. */
export const compareVersions = traced("compareVersions")(function* (from: number, to: number) {
  return yield* compareSets(yield* setOfVersion(from), yield* setOfVersion(to));
});
