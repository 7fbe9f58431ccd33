import type { Json } from "../record/Json.ts";
import type { Definition } from "./Definition.ts";
import { documentOf, referenceId } from "./definitionId.ts";
import { isJsonObject } from "./isJsonObject.ts";
import type { LexiconFault } from "./LexiconFault.ts";
import type { ReadLexicon } from "./readLexicon.ts";

const notReferable = new Set(["query", "procedure", "subscription", "permission-set"]);

interface Reference {
  readonly path: string;
  readonly reference: string;
  readonly variant: boolean;
}

const referencesIn = (value: Json, path: string): ReadonlyArray<Reference> => {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.entries(value).flatMap(([key, member]) =>
    referencesIn(member, path === "" ? key : `${path}.${key}`)
  );
  if (!isJsonObject(value)) return below;
  const { type, ref, refs } = value;
  if (type === "ref" && typeof ref === "string") below.push({ path: `${path}.ref`, reference: ref, variant: false });
  if (type !== "union" || !Array.isArray(refs)) return below;
  const texts = refs.filter((member) => typeof member === "string");
  return [...below, ...texts.map((reference) => ({ path: `${path}.refs`, reference, variant: true }))];
};

/**
 * Every reference of a document that leads nowhere, or to what no value can be. References into documents that
 * are not read, which have faults of their own, are passed over.
 */
export const referenceFaults = (
  lexicon: ReadLexicon,
  definitions: ReadonlyMap<string, Definition>,
  isUnread: (id: string) => boolean
): ReadonlyArray<LexiconFault> =>
  referencesIn(lexicon.document, "").flatMap(({ path, reference, variant }) => {
    const id = referenceId(lexicon.lexicon.id, reference);
    const type = definitions.get(id)?.schema.type;
    const fault = (reason: string): ReadonlyArray<LexiconFault> => [
      { kind: "reference", file: lexicon.file, path, reason }
    ];
    if (type === undefined) {
      return isUnread(documentOf(id)) ? [] : fault(`refers to ${id}, which is not in the set: add its Lexicon`);
    }
    if (notReferable.has(type)) return fault(`refers to ${id}, which is a ${type} and no type of a value`);
    if (variant && type !== "object" && type !== "record") {
      return fault(`has the variant ${id}, which is of type ${type}: a variant must be an object or a record`);
    }
    return [];
  });
