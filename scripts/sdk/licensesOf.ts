import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const ofPackage = async (folder: string): Promise<string> => {
  const { license, name, version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile() && /^(licen[cs]e|notice)/i.test(entry.name));
  const texts = await Promise.all(found.map((entry) => readFile(join(folder, entry.name), "utf8")));
  return [`${name} ${version}: ${license}`, ...texts.map((text) => text.trim())].join("\n\n");
};

/** The licenses of all packages that files are from, which have to go with a bundle of them. */
export const licensesOf = async (root: string, files: ReadonlyArray<string>): Promise<string> => {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const texts = await Promise.all([...new Set(folders)].sort().map((folder) => ofPackage(join(root, folder))));
  return `${texts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
};
