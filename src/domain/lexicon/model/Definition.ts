import type { LexUserType } from "@atproto/lexicon";
import { definitionId } from "../parse/definitionId.ts";
import type { ReadLexicon } from "../parse/readLexicon.ts";

/** A definition of a set of Lexicons, and the document that contains it. */
export interface Definition {
  readonly id: string;
  readonly nsid: string;
  readonly name: string;
  readonly schema: LexUserType;
  readonly source: ReadLexicon;
}

/** Returns every definition of a set by its id. Where two documents share an id, the first one is used. */
export const definitionsOf = (lexicons: ReadonlyArray<ReadLexicon>): ReadonlyMap<string, Definition> => {
  const found = new Map<string, Definition>();
  for (const source of lexicons) {
    const nsid = source.lexicon.id;
    for (const [name, schema] of Object.entries(source.lexicon.defs)) {
      const id = definitionId(nsid, name);
      if (!found.has(id)) found.set(id, { id, nsid, name, schema, source });
    }
  }
  return found;
};
