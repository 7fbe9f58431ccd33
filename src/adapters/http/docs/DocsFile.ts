import { readdir, readFile } from "node:fs/promises";
import { docsSections } from "../../../domain/documentation/DocsPage.ts";

const repository = new URL("../../../../", import.meta.url);

/** A page of the site and the file that it is rendered from. */
export interface DocsFile {
  /** The path below `/docs`. */
  readonly slug: string;
  /** The title in the sidebar; null for a page that is only linked. */
  readonly shortTitle: string | null;
  readonly section: string;
  /** The path of the file in the repository. */
  readonly path: string;
}

const fileOf: Readonly<Record<string, string>> = {
  "": "docs/index.md",
  changelog: "CHANGELOG.md",
  decisions: "docs/decisions/README.md"
};

const inSidebar: ReadonlyArray<DocsFile> = docsSections.flatMap(({ pages, title }) =>
  pages.map(([slug, shortTitle]) => ({
    slug,
    shortTitle,
    section: title,
    path: fileOf[slug] ?? `docs/${slug}.md`
  }))
);

const decision = (name: string): DocsFile => ({
  slug: `decisions/${name.replace(/\.md$/, "")}`,
  shortTitle: null,
  section: "Change the code",
  path: `docs/decisions/${name}`
});

/** Lists all pages of the site in the order in which one leads to the next. */
export const listDocsFiles = async (): Promise<ReadonlyArray<DocsFile>> => {
  const names = await readdir(new URL("docs/decisions/", repository));
  return [
    ...inSidebar,
    ...names
      .filter((name) => /^\d{4}-.*\.md$/.test(name))
      .sort()
      .map(decision)
  ];
};

/** Reads a file of the documentation by its path in the repository. */
export const readDocsFile = (path: string): Promise<string> => readFile(new URL(path, repository), "utf8");
