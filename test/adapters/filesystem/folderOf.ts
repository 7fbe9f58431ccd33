import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as Effect from "effect/Effect";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

/** A temporary folder with these files, by their path in it. */
export const folderOf = (files: Readonly<Record<string, string | Uint8Array>>) =>
  Effect.tap(temporaryFolder, (folder) =>
    Effect.promise(async () => {
      for (const [name, content] of Object.entries(files)) {
        const path = join(folder, name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, content);
      }
    })
  );
