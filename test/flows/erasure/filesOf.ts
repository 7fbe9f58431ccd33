import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The contents of all files below a folder, each after its path, as bytes in a text. */
export const filesOf = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
  const texts = await Promise.all(files.map(async (path) => `${path}\n${await readFile(path, "latin1")}`));
  return texts.join("\n");
};
