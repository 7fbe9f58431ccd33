import { fileURLToPath } from "node:url";
import { isJsonObject } from "../../../src/domain/json/isJsonObject.ts";
import { readLexiconFolder } from "./readLexiconFolder.ts";

/** The published Lexicons that come with the service. */
export const publishedDocuments = readLexiconFolder(
  fileURLToPath(new URL("../../../lexicons-published", import.meta.url))
).flatMap(({ document }) => (isJsonObject(document) ? [document] : []));
