import { chmod, copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isStripped, packagedFiles, packagedPath } from "./packagedFiles.ts";
import { packageManifest, shrinkwrap } from "./packageManifest.ts";
import { renameModules, stripModule } from "./stripModule.ts";

const writeJson = (file: string, value: unknown) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, "utf8"));

/** Writes the folder that npm packs. */
export const stagePackage = async (root: string, folder: string): Promise<void> => {
  const files = await packagedFiles(root);
  const all = new Set(files);
  const isFile = (path: string) => all.has(path);
  for (const path of files) {
    const target = join(folder, packagedPath(path));
    await mkdir(dirname(target), { recursive: true });
    if (isStripped(path)) await writeFile(target, stripModule(path, await readFile(join(root, path), "utf8"), isFile));
    else if (path.startsWith("bin/"))
      await writeFile(target, renameModules(path, await readFile(join(root, path), "utf8"), isFile));
    else await copyFile(join(root, path), target);
    if (path.startsWith("bin/")) await chmod(target, 0o755);
  }
  await writeJson(join(folder, "package.json"), packageManifest(await readJson(join(root, "package.json"))));
  await writeJson(join(folder, "npm-shrinkwrap.json"), shrinkwrap(await readJson(join(root, "package-lock.json"))));
};
