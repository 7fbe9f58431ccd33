import { setImmediate } from "node:timers/promises";
import type { SearchEntry } from "../../../domain/documentation/SearchEntry.ts";
import type { DocsFile } from "./DocsFile.ts";
import { renderFile } from "./renderPage.ts";

/** Of these pages, the index contains only headings: their readers have the source code. */
const headingsOnly = (file: DocsFile): boolean => file.section === "Change the code" || file.slug === "changelog";

/** Returns the index in which browsers search the documentation. Other requests run between two pages. */
export const searchIndex = async (
  files: ReadonlyArray<DocsFile>,
  publicUrl: string
): Promise<ReadonlyArray<SearchEntry>> => {
  const entries: Array<SearchEntry> = [];
  for (const file of files) {
    const { headings, title } = await renderFile(file, publicUrl);
    entries.push({
      path: `/docs${file.slug === "" ? "" : `/${file.slug}`}`,
      title,
      section: file.section,
      parts: headings.map(({ anchor, level, text, title: heading }) => [
        level === 1 ? "" : anchor,
        heading,
        headingsOnly(file) ? "" : text
      ])
    });
    await setImmediate();
  }
  return entries;
};
