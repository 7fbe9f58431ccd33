import { readdir } from "node:fs/promises";
import { assert, it } from "@effect/vitest";
import { listDocsFiles, readDocsFile } from "../../src/adapters/http/docs/DocsFile.ts";
import { renderMarkdown } from "../../src/adapters/http/docs/renderMarkdown.ts";

it("lists every page of docs/ in the sidebar: add a new one to src/domain/documentation/DocsPage.ts", async () => {
  const listed = new Set((await listDocsFiles()).map(({ path }) => path));
  const names = await readdir(new URL("../../docs/", import.meta.url), { recursive: true });
  const pages = names.filter((name) => name.endsWith(".md")).map((name) => `docs/${name.replaceAll("\\", "/")}`);
  assert.deepStrictEqual(
    pages.filter((path) => !listed.has(path)),
    []
  );
});

it("has a file for every page in the sidebar", async () => {
  for (const { path } of await listDocsFiles()) assert.match(await readDocsFile(path), /^# /m, path);
});

/** The last line before a place that is not empty. */
const textBefore = (lines: ReadonlyArray<string>, place: number): string =>
  lines.slice(0, place).findLast((line) => line.trim() !== "") ?? "";

it("fences every code block, with a language, so that test/docs checks it", async () => {
  const indented: Array<string> = [];
  for (const { path } of await listDocsFiles()) {
    if (path === "CHANGELOG.md") continue;
    const lines = (await readDocsFile(path)).replace(/^( *)```\w[\s\S]*?^\1```$/gm, "").split("\n");
    for (const [at, line] of lines.entries())
      if (/^ {4}\S/.test(line) && lines[at - 1] === "" && !/^[ \d-]/.test(textBefore(lines, at)))
        indented.push(`${path}: ${line}`);
    assert.isFalse(
      lines.some((line) => /^ *```/.test(line)),
      `${path}: a fence without a language`
    );
  }
  assert.deepStrictEqual(indented, []);
});

it("links only to pages and headings that /docs has: the README is not one of them", async () => {
  const ids = new Map<string, ReadonlySet<string>>();
  const links: Array<readonly [from: string, href: string]> = [];
  for (const { path, slug } of await listDocsFiles()) {
    const { text } = renderMarkdown(await readDocsFile(path), path).content;
    const url = slug === "" ? "/docs" : `/docs/${slug}`;
    ids.set(url, new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id)));
    for (const [, href = ""] of text.matchAll(/ href="([^"]*)"/g)) links.push([url, href]);
  }
  const broken = links.filter(([from, href]) => {
    const { hash, origin, pathname } = new URL(href, `http://docs.test${from}`);
    if (origin !== "http://docs.test" || !pathname.startsWith("/docs") || /\.(?:graphql|json)$/.test(pathname))
      return false;
    const known = ids.get(pathname);
    return known === undefined || (hash !== "" && !known.has(decodeURIComponent(hash.slice(1))));
  });
  assert.deepStrictEqual(broken, []);
});
