/** The id of a definition: the NSID alone for `main`, `nsid#name` for any other. */
export const definitionId = (nsid: string, name: string): string => (name === "main" ? nsid : `${nsid}#${name}`);

/** The id a reference names: `#x` is local, `lex:` and `#main` may be left out (AT Protocol, Lexicon). */
export const referenceId = (nsid: string, reference: string): string => {
  const plain = reference.startsWith("lex:") ? reference.slice(4) : reference;
  const [target = "", name = "main"] = plain.split("#");
  return definitionId(target === "" ? nsid : target, name);
};

/** The document a definition stands in. */
export const documentOf = (id: string): string => id.split("#")[0] ?? id;
