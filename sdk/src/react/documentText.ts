import { printDocument } from "../document/printDocument.ts";
import type { AnyDocument } from "../document/TypedDocument.ts";

const printed = new WeakMap<object, string>();

/** Returns the text of a document, printed once. */
export const documentText = (document: AnyDocument): string => {
  if (typeof document === "string") return document;
  const text = printed.get(document) ?? printDocument(document);
  printed.set(document, text);
  return text;
};
