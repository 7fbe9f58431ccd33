import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

/** What `sdk/dist` was made from, in one line: it is due again when this differs. */
export const fingerprint = async (): Promise<string> => {
  const folders = ["sdk/src", "sdk/testing", "scripts/sdk"];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(fileURLToPath(new URL(folder, root)), { recursive: true });
      return entries
        .filter((entry) => entry.endsWith(".ts"))
        .map((entry) => `${folder}/${entry.replaceAll("\\", "/")}`);
    })
  );
  const hash = createHash("sha256");
  for (const path of [...found.flat(), "sdk/package.json"].sort()) {
    hash.update(`${path}\n`).update(await readFile(new URL(path, root)));
  }
  return hash.digest("hex");
};
