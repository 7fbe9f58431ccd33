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
