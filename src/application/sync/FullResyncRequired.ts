import * as Data from "effect/Data";

/** More blocks are needed than are fetched by their CIDs: the whole repository is to be. */
export class FullResyncRequired extends Data.TaggedError("FullResyncRequired") {}
