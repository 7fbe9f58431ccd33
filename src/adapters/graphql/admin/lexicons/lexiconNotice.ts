import { GraphQLObjectType } from "graphql";
import type { LexiconNotice } from "../../../../domain/lexicon/parse/LexiconNotice.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";

/** The admin API type for a notice about a set of Lexicons. */
export const lexiconNotice = new GraphQLObjectType<LexiconNotice>({
  name: "LexiconNotice",
  description: "A part of a Lexicon that is returned as JSON, or omitted.",
  fields: {
    file: { type: text },
    path: { type: text, description: "The path from the top of the document, joined by dots." },
    reason: { type: text }
  }
});
