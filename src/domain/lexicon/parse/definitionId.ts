/** Returns the id of a definition: the NSID alone for `main`, `nsid#name` otherwise. */
export const definitionId = (nsid: string, name: string): string => (name === "main" ? nsid : `${nsid}#${name}`);

/** Returns the id that a reference names: `#x` is local, `lex:` and `#main` are optional (AT Protocol, Lexicon). */
export const referenceId = (nsid: string, reference: string): string => {
  const plain = reference.startsWith("lex:") ? reference.slice(4) : reference;
  const [target = "", name = "main"] = plain.split("#");
  return definitionId(target === "" ? nsid : target, name);
};

/** Returns the NSID of the document that contains a definition. */
export const documentOf = (id: string): string => id.split("#")[0] ?? id;
