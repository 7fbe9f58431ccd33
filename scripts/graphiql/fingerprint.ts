import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const isSource = (name: string): boolean =>
  name === "package-lock.json" || (/\.(?:js|css|ts)$/.test(name) && name !== "fingerprint.ts");

/** What a bundle was made from except the packages themselves, in one line: another one is due when it differs. */
export const fingerprint = async (folder: string): Promise<string> => {
  const hash = createHash("sha256");
  const sources = (await readdir(folder)).filter(isSource).sort();
  for (const name of sources) hash.update(await readFile(join(folder, name)));
  return hash.digest("hex");
};
