import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

const root = new URL("../../", import.meta.url);

/** What the script and the stylesheet of the documentation were made from, in one line: they are due again when this differs. */
export const fingerprint = async (): Promise<string> => {
  const own = (await readdir(new URL("ui/docs/", root))).map((name) => `ui/docs/${name}`);
  const paths = [...own, "ui/src/style/font.css", "ui/src/style/tokens.css", "scripts/docs/bundle.ts"];
  const hash = createHash("sha256");
  for (const path of paths.sort()) hash.update(`${path}\n`).update(await readFile(new URL(path, root)));
  return hash.digest("hex");
};
