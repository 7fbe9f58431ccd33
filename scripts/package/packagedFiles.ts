import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";

/** What the package of the service contains: files, and folders with everything in them that is not left out. */
const contents: ReadonlyArray<string> = [
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "bin",
  "deploy",
  "docs",
  "examples",
  "lexicons",
  "lexicons-published",
  "scripts/demo",
  "scripts/demo.ts",
  "scripts/requireNode.js",
  "sdk/LICENSE",
  "sdk/README.md",
  "sdk/dist",
  "sdk/package.json",
  "src",
  "test/pds",
  "tools/verify-log",
  "ui/dist"
];

/** Left out: tests, what only the type checker reads, and what npm installed. */
const leftOut: ReadonlyArray<RegExp> = [
  /(?:^|\/)node_modules(?:\/|$)/,
  /\.test\.ts$/,
  /^src\/(?:.*\/)?tsconfig\.json$/,
  /^(?:src|test)\/.*\.d\.ts$/,
  /\.tsbuildinfo$/
];

const isPackaged = (path: string): boolean => !leftOut.some((pattern) => pattern.test(path));

/** Whether a packaged file is TypeScript that the package has as JavaScript. What an app is created from stays as it is. */
export const isStripped = (path: string): boolean => path.endsWith(".ts") && /^(?:src|scripts|test)\//.test(path);

/** Returns the path that a file has in the package. */
export const packagedPath = (path: string): string => (isStripped(path) ? path.replace(/\.ts$/, ".js") : path);

const filesIn = async (root: string, path: string): Promise<ReadonlyArray<string>> => {
  const found = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(() => null);
  if (found === null) return [path];
  return found
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => relative(root, join(parentPath, name)).replaceAll("\\", "/"));
};

/** Returns the paths of all files that the package is made from, relative to the root of the repository, in order. */
export const packagedFiles = async (root: string): Promise<ReadonlyArray<string>> => {
  const found = await Promise.all(contents.map((path) => filesIn(root, path)));
  return found.flat().filter(isPackaged).toSorted();
};
