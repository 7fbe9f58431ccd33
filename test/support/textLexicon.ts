/** The file of a Lexicon of records with one property, `text`, which may be missing unless it is required. */
export const textLexicon = (id: string, required: ReadonlyArray<"text"> = []) => ({
  file: `${id}.json`,
  document: {
    lexicon: 1,
    id,
    defs: {
      main: {
        type: "record",
        key: "any",
        record: {
          type: "object",
          ...(required.length > 0 && { required }),
          properties: { text: { type: "string" } }
        }
      }
    }
  }
});
