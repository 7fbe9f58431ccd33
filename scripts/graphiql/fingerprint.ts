import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** All that the bundle is made from, but the packages themselves. */
const sources = ["package-lock.json", "entry.js", "house.css", "bundle.ts", "notices.ts"];

/** What a bundle was made from, in one line: another one is due when it differs. */
export const fingerprint = async (folder: string): Promise<string> => {
  const hash = createHash("sha256");
  for (const name of sources) hash.update(await readFile(join(folder, name)));
  return hash.digest("hex");
};
