import type { DocsPage } from "./DocsPage.ts";

/** Returns the path of a page of the documentation on every instance, with the anchor of a heading if one is given. */
export const docsPath = (page: DocsPage, anchor: string | null = null): string =>
  `/docs${page === "" ? "" : `/${page}`}${anchor === null ? "" : `#${anchor}`}`;

/** Returns the URL of a page of the documentation on the instance at a public URL. */
export const docsUrl = (publicUrl: string, page: DocsPage, anchor: string | null = null): string =>
  `${publicUrl}${docsPath(page, anchor)}`;
