import type { JsonObject } from "../../json/Json.ts";

/** Marks a document that was not supplied with the set but added from the published Lexicons. */
const completedMark = "$completed";

/** Whether a document was added to a set from the published Lexicons. Its records are not collections. */
export const isCompleted = (document: unknown): boolean =>
  typeof document === "object" && document !== null && completedMark in document && document[completedMark] === true;

/** Returns the part of a published document that a set needs: the named definitions, in the order of the document. */
export const completedPart = (document: JsonObject, names: ReadonlySet<string>): JsonObject => ({
  ...document,
  [completedMark]: true,
  defs: Object.fromEntries(Object.entries(document.defs ?? {}).filter(([name]) => names.has(name)))
});
