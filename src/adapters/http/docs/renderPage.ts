import { type DocsFile, readDocsFile } from "./DocsFile.ts";
import { type DocsLink, docsLayout } from "./docsLayout.ts";
import { withInstanceAddress } from "./instanceAddress.ts";
import { type RenderedPage, renderMarkdown } from "./renderMarkdown.ts";

/** The URLs of the files that every page of the documentation loads. */
export interface DocsAssets {
  readonly script: string;
  readonly style: string;
}

/** Renders the content of one page for the instance at a public URL. */
export const renderFile = async (file: DocsFile, publicUrl: string): Promise<RenderedPage> =>
  renderMarkdown(withInstanceAddress(await readDocsFile(file.path), file.section, publicUrl), file.path);

const linkTo = (file: DocsFile | undefined): DocsLink | null =>
  file === undefined ? null : { href: `/docs${file.slug === "" ? "" : `/${file.slug}`}`, title: titleOf(file) };

const titleOf = ({ shortTitle, slug }: DocsFile): string =>
  shortTitle ?? slug.replace(/^decisions\/0*(\d+)-/, "$1. ").replaceAll("-", " ");

/** Renders a complete page; `files` are all pages in their order. */
export const renderPage = async (
  file: DocsFile,
  files: ReadonlyArray<DocsFile>,
  publicUrl: string,
  assets: DocsAssets
): Promise<string> => {
  const { content, description, headings, title } = await renderFile(file, publicUrl);
  const place = files.indexOf(file);
  return docsLayout({
    ...assets,
    title,
    description,
    content,
    current: file.slug.startsWith("decisions/") ? "decisions" : file.slug,
    section: file.section,
    onThisPage: headings
      .filter(({ level }) => level === 2 || level === 3)
      .map(({ anchor, level, title: name }) => ({ href: `#${anchor}`, level, title: name })),
    previous: linkTo(files[place - 1]),
    next: linkTo(files[place + 1])
  });
};

/** Returns the page for a path that is not in the documentation; `near` is the path that was probably meant. */
export const missingPage = (html: RenderedPage["content"], assets: DocsAssets): string =>
  docsLayout({
    ...assets,
    title: "No such page",
    description: "This page is not in the documentation.",
    content: html,
    current: "none",
    section: "Documentation",
    onThisPage: [],
    previous: null,
    next: null
  });
