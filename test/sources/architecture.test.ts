import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

const read = (name: string) => readFileSync(`${root}docs/${name}`, "utf8");
const architecture = read("architecture.md");
const glossary = read("glossary.md");
const renamed = read("renamed-terms.md");

const pages = [
  { name: "architecture.md", text: architecture, pathsAtLeast: 100 },
  { name: "glossary.md", text: glossary, pathsAtLeast: 100 },
  { name: "renamed-terms.md", text: renamed, pathsAtLeast: 10 }
];

const codeIn = (text: string): ReadonlyArray<string> => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);

/** Relative paths, and names of files. Routes begin with a slash, and are none. */
const isPath = (code: string): boolean =>
  /^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(code) && (code.includes("/") || /\.(?:ts|tsx|md)$/.test(code));

/** Subfolders in the row of a folder follow it in the same row, such as `write/` in that of `domain/record/`. */
const foldersOfRow = (line: string): ReadonlyArray<string> => {
  const [folder = "", ...rest] = codeIn(line).filter(isPath);
  return line.startsWith("|") && /^(?:domain|application|adapters|main)\/(?:[\w-]+\/)+$/.test(folder)
    ? [folder, ...rest.map((path) => (/^[\w-]+\/$/.test(path) ? `${folder}${path}` : path))]
    : codeIn(line).filter(isPath);
};

const exists = (path: string): boolean => existsSync(`${root}${path}`) || existsSync(`${root}src/${path}`);

/** The target of each link within the repository, as a page and an anchor; either may be empty. */
const linksIn = (text: string): ReadonlyArray<readonly [page: string, anchor: string]> =>
  [...text.matchAll(/\]\(([^)#:]*)#?([^):]*)\)/g)].map(([, page = "", anchor = ""]) => [page, anchor]);

const anchorsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-")
  );

const leads = (from: string, [page, anchor]: readonly [string, string]): boolean => {
  const target = page === "" ? from : page;
  if (!existsSync(`${root}docs/${target}`)) return false;
  return anchor === "" || anchorsIn(readFileSync(`${root}docs/${target}`, "utf8")).includes(anchor);
};

describe.each(pages)("$name", ({ name, pathsAtLeast, text }) => {
  it("names only paths that exist", () => {
    const named = text.split("\n").flatMap(foldersOfRow);
    expect(named.length).toBeGreaterThan(pathsAtLeast);
    expect([...new Set(named)].filter((path) => !exists(path))).toEqual([]);
  });

  it("links only to pages and headings that exist", () => {
    expect(linksIn(text).filter((link) => !leads(name, link))).toEqual([]);
  });

  it("is wrapped at 100 characters, except for tables", () => {
    const long = text.split("\n").filter((line) => line.length > 100 && !line.startsWith("|"));
    expect(long).toEqual([]);
  });
});

/** Git keeps no empty folders, but leaves them behind when files move. */
const hasFiles = (folder: string): boolean =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());

it("has a line in architecture.md for every folder of the second level", () => {
  const layers = ["domain", "application", "adapters", "main"];
  const folders = layers.flatMap((layer) =>
    readdirSync(`${root}src/${layer}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && hasFiles(`${root}src/${layer}/${entry.name}`))
      .map(({ name }) => `${layer}/${name}/`)
  );
  const described = architecture.split("\n").flatMap((line) => line.match(/^\| `([^`]+\/)` \| /)?.[1] ?? []);
  expect(folders.filter((folder) => !described.includes(folder))).toEqual([]);
});

it.each([
  ["glossary.md", glossary],
  ["renamed-terms.md", renamed]
])("sorts the terms of each table of %s", (_name, text) => {
  const tables = text.split("\n\n").filter((block) => block.startsWith("|"));
  expect(tables.length).toBeGreaterThan(1);
  for (const table of tables) {
    const rows = table.trim().split("\n").slice(2);
    const terms = rows.map((row) => (row.split("|")[1] ?? "").trim().replaceAll("`", ""));
    expect(terms).toEqual(terms.toSorted((a, b) => a.localeCompare(b, "en")));
  }
});
