import * as Schema from "effect/Schema";

/** A set of Lexicons became active and replaced the previous one. The documents are stored under the digest. */
export class LexiconsImported extends Schema.TaggedClass<LexiconsImported>()("LexiconsImported.v1", {
  digest: Schema.String,
  ids: Schema.Array(Schema.String)
}) {}

/** The events about the Lexicons of an instance, in the stream `lexicons`. */
export const LexiconEvent = LexiconsImported;
export type LexiconEvent = typeof LexiconEvent.Type;
