import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Packages that are bundled, or that bundle. */
const packages = [
  "@noble/curves",
  "@noble/hashes",
  "@tanstack/react-query",
  "canonicalize",
  "effect",
  "fflate",
  "react",
  "react-aria-components",
  "react-dom",
  "vite"
];

const imported = /(?:from |import |import\()"(\.[^"?]+\.(?:tsx?|css))(?:\?[^"]*)?"/g;

/** The files that are reached from an entry by relative imports: of the pages, and of the domain whose rules they use. */
const reachedFrom = async (entry: string): Promise<ReadonlyArray<string>> => {
  const found = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    if (found.has(path)) return;
    found.add(path);
    if (!/\.tsx?$/.test(path)) return;
    for (const [, next = ""] of (await readFile(path, "utf8")).matchAll(imported))
      await visit(join(dirname(path), next));
  };
  await visit(entry);
  return [...found];
};

/** What `ui/dist` was made from, in one line: it is due again when this differs. */
export const fingerprint = async (): Promise<string> => {
  const scripts = (await readdir(join(root, "scripts/ui"))).map((name) => join(root, "scripts/ui", name));
  const own = ["ui/index.html", "ui/vite.config.ts", "src/adapters/http/brand/brandFiles.ts"].map((path) =>
    join(root, path)
  );
  const paths = [...(await reachedFrom(join(root, "ui/src/main.tsx"))), ...scripts, ...own];
  const hash = createHash("sha256");
  for (const path of paths.sort()) {
    hash.update(`${relative(root, path).replaceAll("\\", "/")}\n`).update(await readFile(path));
  }
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const versions: Record<string, string> = { ...dependencies, ...devDependencies };
  for (const name of packages) hash.update(`${name} ${versions[name]}\n`);
  return hash.digest("hex");
};
