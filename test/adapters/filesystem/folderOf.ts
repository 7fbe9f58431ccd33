import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as Effect from "effect/Effect";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

/** A temporary folder with these files, by their path in it. */
export const folderOf = (files: Readonly<Record<string, string | Uint8Array>>) =>
  Effect.tap(temporaryFolder, (folder) =>
    Effect.sync(() => {
      const paths = Object.entries(files).map(([name, content]) => [join(folder, name), content] as const);
      for (const parent of new Set(paths.map(([path]) => dirname(path)))) mkdirSync(parent, { recursive: true });
      // Thousands of files, each of which would wait for a thread several times.
      for (const [path, content] of paths) writeFileSync(path, content);
    })
  );
