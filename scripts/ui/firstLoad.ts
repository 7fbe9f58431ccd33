/** A file of the build: what is in it, and what browsers must have before they run it. */
export interface Bundled {
  readonly content: string | Uint8Array;
  readonly imports: ReadonlyArray<string>;
  readonly styles: ReadonlyArray<string>;
}

const base = "/settings/";

/** The files of the first load that the service serves for all pages: the typeface and the mark. */
export const sharedFiles = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/href="\/assets\/([^"]+)"/g)].flatMap(([, name = ""]) => name);

/** The page and everything that it asks for before it shows anything. */
export const firstLoad = (files: ReadonlyMap<string, Bundled>): ReadonlySet<string> => {
  const page = String(files.get("index.html")?.content ?? "");
  const mentioned = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url.replace(base, ""));
  const found = new Set(["index.html"]);
  const visit = (name: string): void => {
    const file = files.get(name);
    if (file === undefined || found.has(name)) return;
    found.add(name);
    for (const next of [...file.imports, ...file.styles]) visit(next);
  };
  for (const name of mentioned) visit(name);
  return found;
};
