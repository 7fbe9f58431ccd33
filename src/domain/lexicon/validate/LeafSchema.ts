import type { LexObject } from "@atproto/lexicon";

/** The schema of a property that refers to no other definition and holds no list. */
export type LeafSchema = Exclude<LexObject["properties"][string], { type: "ref" | "union" | "array" }>;
