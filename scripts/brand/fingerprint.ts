import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

const sources = ["drawIcons.ts", "fontFace.ts", "generate.ts", "mark.svg", "package-lock.json", "subsetTypeface.ts"];

/** What the typeface and the icons were made from, in one line: they are due again when this differs. */
export const fingerprint = async (): Promise<string> => {
  const hash = createHash("sha256");
  for (const name of sources) hash.update(await readFile(new URL(name, import.meta.url)));
  return hash.digest("hex");
};
