import { readdir } from "node:fs/promises";
import { assert, it } from "@effect/vitest";
import { listDocsFiles, readDocsFile } from "../../src/adapters/http/docs/DocsFile.ts";

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
