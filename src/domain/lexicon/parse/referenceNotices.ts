import { notReferable } from "../import/reachableFromRecords.ts";
import type { Definition } from "../model/Definition.ts";
import { definitionId, documentOf, referenceId } from "./definitionId.ts";
import type { LexiconNotice } from "./LexiconNotice.ts";
import type { ReadLexicon } from "./readLexicon.ts";
import { referencesIn } from "./referencesIn.ts";

const isDocumentOf =
  (lexicons: ReadonlyArray<ReadLexicon>) =>
  (id: string): boolean =>
    lexicons.some(({ lexicon }) => lexicon.id === documentOf(id));

/** Returns why a reference has no GraphQL type; null where it has one. */
const obstacle = (
  id: string,
  variant: boolean,
  definitions: ReadonlyMap<string, Definition>,
  hasDocument: (id: string) => boolean
): string | null => {
  const type = definitions.get(id)?.schema.type;
  if (type === undefined)
    return hasDocument(id)
      ? `refers to ${id}, which its Lexicon does not define as a type of a value`
      : `refers to ${id}, whose Lexicon is not in the set`;
  if (notReferable.has(type)) return `refers to ${id}, which is a ${type} and no type of a value`;
  if (variant && type !== "object" && type !== "record") return `has the variant ${id}, which is of type ${type}`;
  return null;
};

/**
 * Returns a notice for every reachable reference that has no GraphQL type: its property has the type JSON.
 */
export const referenceNotices = (
  lexicons: ReadonlyArray<ReadLexicon>,
  definitions: ReadonlyMap<string, Definition>,
  reached: ReadonlySet<string>
): ReadonlyArray<LexiconNotice> => {
  const hasDocument = isDocumentOf(lexicons);
  return lexicons.flatMap(({ document, file, lexicon: { id: nsid } }) =>
    Object.entries(document.defs ?? {})
      .filter(([name]) => reached.has(definitionId(nsid, name)) && definitions.has(definitionId(nsid, name)))
      .flatMap(([name, schema]) => referencesIn(schema, `defs.${name}`))
      .flatMap(({ path, reference, variant }) => {
        const reason = obstacle(referenceId(nsid, reference), variant, definitions, hasDocument);
        const missing = reason?.endsWith("not in the set") ? "; add that Lexicon to have a type" : "";
        return reason === null ? [] : [{ file, path, reason: `${reason}: its values are JSON${missing}` }];
      })
  );
};
