/** `npm run lint:words` refuses retired words in the sources and the documentation, and names the word to use. */
import { readdir, readFile } from "node:fs/promises";
import { findRetiredWords } from "./words/findRetiredWords.ts";
import { retiredWords } from "./words/retiredWords.ts";

const root = new URL("../", import.meta.url);
const folders = ["src", "sdk/src", "sdk/testing", "ui/src", "docs"];
const pages = ["README.md", "sdk/README.md"];

/** Released migrations are never edited, and generated files follow their sources. */
const unchecked =
  /^(src\/adapters\/postgres\/migrations\/|src\/adapters\/http\/graphiql\/assets\/|ui\/src\/api\/documents\.ts$)/;
const checked = /\.(ts|tsx|md|graphql|css|html)$/;

let count = 0;
for (const path of [...pages, ...(await Promise.all(folders.map(filesOf))).flat()].sort()) {
  if (!checked.test(path) || unchecked.test(path)) continue;
  for (const { column, instead, line, word } of findRetiredWords(
    await readFile(new URL(path, root), "utf8"),
    retiredWords
  )) {
    count += 1;
    console.log(`${path}:${line}:${column} "${word}" is retired: use ${instead}`);
  }
}
if (count > 0) {
  console.log(`${count} retired ${count === 1 ? "word" : "words"}. The list is scripts/words/retiredWords.ts.`);
  process.exitCode = 1;
}

async function filesOf(folder: string): Promise<ReadonlyArray<string>> {
  const entries = await readdir(new URL(folder, root), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.pathname.length))
    .filter((path) => !path.includes("/node_modules/"));
}
