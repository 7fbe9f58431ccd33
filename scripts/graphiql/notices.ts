import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const packageOf = /^(?:\.\/)?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/** The licenses of all packages that the inputs of a bundle come from, as those ask for. */
export const notices = async (folder: string, inputs: ReadonlyArray<string>): Promise<string> => {
  const packages = new Set(inputs.flatMap((input) => packageOf.exec(input)?.[1] ?? []));
  const texts = await Promise.all([...packages].toSorted().map((path) => notice(join(folder, path))));
  return `${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
};

const notice = async (path: string): Promise<string> => {
  const { name, version, license } = JSON.parse(await readFile(join(path, "package.json"), "utf8"));
  const file = (await readdir(path)).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? "" : (await readFile(join(path, file), "utf8")).trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
};
