import type { JsonObject } from "../../json/Json.ts";

/** Marks a document that a set did not bring and that was added from the published ones. */
export const completedMark = "$completed";

/** Whether a document was added to a set from the published Lexicons. Its records are no collections. */
export const isCompleted = (document: unknown): boolean =>
  typeof document === "object" && document !== null && completedMark in document && document[completedMark] === true;

/** The part of a published document that a set needs: the named definitions, in the order of the document. */
export const completedPart = (document: JsonObject, names: ReadonlySet<string>): JsonObject => ({
  ...document,
  [completedMark]: true,
  defs: Object.fromEntries(Object.entries(document.defs ?? {}).filter(([name]) => names.has(name)))
});
