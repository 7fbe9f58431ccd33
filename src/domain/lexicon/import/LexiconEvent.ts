import * as Schema from "effect/Schema";

/** A set of Lexicons came into force, replacing the one before. The documents are kept under the digest. */
export class LexiconsImported extends Schema.TaggedClass<LexiconsImported>()("LexiconsImported.v1", {
  digest: Schema.String,
  ids: Schema.Array(Schema.String)
}) {}

/** What happens to the Lexicons of an instance, in the stream `lexicons`. */
export const LexiconEvent = LexiconsImported;
export type LexiconEvent = typeof LexiconEvent.Type;
