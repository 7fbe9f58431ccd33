/**
 * Builds the pages at `/settings` into `ui/dist`, which the service sends. `npm run ui` writes the typed documents and
 * the files, and prints what a first load costs; with `--check`, says whether they are what would be written.
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "vite";
import { adminSdl } from "../../src/adapters/graphql/admin/adminApi.ts";
import { notices } from "../graphiql/notices.ts";
import { fingerprint } from "./fingerprint.ts";
import { type Bundled, firstLoad, sharedFiles } from "./firstLoad.ts";
import { generateDocuments, generatedFile } from "./generateDocuments.ts";

const project = fileURLToPath(new URL("../../", import.meta.url));
const root = join(project, "ui");
const dist = join(root, "dist");
/** Of everything that the first page asks for, packed, in bytes. */
const limit = 200 * 1024;

/** What a module is of, seen from the top of the project; the bundler marks its own with a null character. */
const placeOf = (id: string): string =>
  relative(project, id.replace(/^\0/, "").split("?", 1)[0] ?? "").replaceAll("\\", "/");

/** A worker is bundled apart, and its modules do not appear in the output. */
const workerModules: Array<string> = [];

const listModules: Plugin = {
  name: "list-modules-of-workers",
  generateBundle: (_options, files) => {
    for (const file of Object.values(files))
      if (file.type === "chunk") workerModules.push(...Object.keys(file.modules).map(placeOf));
  }
};

const bundle = async (): Promise<ReadonlyMap<string, Bundled>> => {
  const built = await build({
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    build: { write: false },
    worker: { plugins: () => [listModules] }
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ("output" in each ? each.output : []));
  const modules = outputs.flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules).map(placeOf) : []));
  const licenses = await notices(project, [...modules, ...workerModules].toSorted());
  return new Map([
    ["LICENSES.txt", { content: licenses, imports: [], styles: [] }],
    ...outputs.map((file): readonly [string, Bundled] =>
      file.type === "chunk"
        ? [
            file.fileName,
            { content: file.code, imports: file.imports, styles: [...(file.viteMetadata?.importedCss ?? [])] }
          ]
        : [file.fileName, { content: file.source, imports: [], styles: [] }]
    )
  ]);
};

const documents = await generateDocuments(adminSdl);
const check = process.argv.includes("--check");
const problems: Array<string> = [];

const settle = async (path: string, content: string | Uint8Array): Promise<void> => {
  const bytes = Buffer.from(content);
  const kept = await readFile(path).catch(() => null);
  if (kept?.equals(bytes)) return;
  if (check) return void problems.push(path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
};

await settle(generatedFile, documents);
const files = await bundle();
for (const [name, { content }] of files) await settle(join(dist, name), content);
await settle(join(dist, "madeFrom.txt"), `${await fingerprint()}\n`);

const kept = (await readdir(dist, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
for (const entry of kept) {
  const path = join(entry.parentPath, entry.name);
  const name = path.slice(dist.length + 1).replaceAll("\\", "/");
  if (name === "madeFrom.txt" || files.has(name)) continue;
  if (check) problems.push(path);
  else await rm(path);
}

const size = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(files.get(name)?.content ?? "", { level: 9 }).length, 0);
const shared = await Promise.all(
  sharedFiles(String(files.get("index.html")?.content ?? "")).map((name) =>
    readFile(join(project, "src/adapters/http/brand/assets", name))
  )
);
const first = size(firstLoad(files)) + shared.reduce((sum, { length }) => sum + length, 0);
const all = size([...files.keys()].filter((name) => !name.endsWith(".txt")));
console.log(`first load ${first} bytes gzipped of ${limit}; with everything that is loaded later ${all}`);
if (first > limit) problems.push(`the first load, which is larger than ${limit} bytes`);
if (problems.length > 0) console.error(`Not as it should be: ${problems.join(", ")}. Run npm run ui.`);
process.exitCode = problems.length === 0 ? 0 : 1;
