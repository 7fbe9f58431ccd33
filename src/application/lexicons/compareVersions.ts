import * as Effect from "effect/Effect";
import { compareSets } from "./compareLexicons.ts";
import { setOfVersion } from "./lexiconVersions.ts";

/** Compares two versions of the set. Numbers of records are those of the index today. */
export const compareVersions = Effect.fn("compareVersions")(function* (from: number, to: number) {
  return yield* compareSets(yield* setOfVersion(from), yield* setOfVersion(to));
});
