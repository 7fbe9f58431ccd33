/** Where a link of a Markdown file leads on the site. */
export type ResolvedLink =
  | { readonly _tag: "Page"; readonly href: string }
  | { readonly _tag: "External"; readonly href: string }
  /** A file of the source code, which no instance serves. */
  | { readonly _tag: "Source"; readonly path: string };

const ofRepository: Readonly<Record<string, string>> = {
  "README.md": "/docs",
  "CHANGELOG.md": "/docs/changelog",
  "tools/verify-log/verify-log.mjs": "/log/verify-log.mjs",
  "tools/verify-log/verify_log.py": "/log/verify_log.py"
};

const pageOf = (path: string): string => {
  const name = path.replace(/^docs\//, "").replace(/(^|\/)(README|index)\.md$/, "");
  return `/docs${name === "" ? "" : `/${name.replace(/\.md$/, "")}`}`;
};

/** Resolves a link in a file; `from` is the path of the file in the repository, such as `docs/apps.md`. */
export const resolveLink = (href: string, from: string): ResolvedLink => {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return { _tag: "External", href };
  if (href.startsWith("#") || href.startsWith("/")) return { _tag: "Page", href };
  const target = new URL(href, `file:///${from}`);
  const path = target.pathname.slice(1);
  const known = ofRepository[path];
  if (known !== undefined) return { _tag: "Page", href: `${known}${target.hash}` };
  return /^docs\/.+\.(md|graphql|json)$/.test(path)
    ? { _tag: "Page", href: `${pageOf(path)}${target.hash}` }
    : { _tag: "Source", path };
};
