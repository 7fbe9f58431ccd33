import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import { importLimits } from "../../domain/lexicon/import/importLimits.ts";
import type { UnreadableFile } from "../../domain/lexicon/import/UnreadableFile.ts";
import { toUnreadableFile } from "./toUnreadableFile.ts";

const byName = (left: Dirent, right: Dirent): number => (left.name < right.name ? -1 : 1);

/** Dot files and the files that macOS adds to archives are ignored. */
const isHidden = ({ name }: Dirent): boolean => name.startsWith(".") || name === "__MACOSX";

const isFile = (entry: Dirent): boolean => entry.isFile() || entry.isSymbolicLink();

/**
 * Returns the files below a folder with one of the extensions, as relative paths with `/`, in a stable order. Links to
 * folders are not followed; links to files are included.
 */
export const findFiles = (
  root: string,
  shownAs: string,
  endings: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<string>, UnreadableFile> => {
  const isCandidate = (entry: Dirent): boolean =>
    isFile(entry) && endings.some((ending) => entry.name.endsWith(ending));
  let seen = 0;
  const below = (folder: string): Effect.Effect<ReadonlyArray<string>, UnreadableFile> =>
    Effect.gen(function* () {
      const entries = yield* Effect.tryPromise({
        try: () => readdir(join(root, folder), { withFileTypes: true }),
        catch: toUnreadableFile(folder === "" ? shownAs : folder)
      });
      seen += entries.length;
      if (seen > importLimits.entries)
        return yield* Effect.fail({
          file: shownAs,
          reason: `holds more than ${importLimits.entries} files and folders: name a smaller one`
        });
      const found = yield* Effect.forEach(entries.filter((entry) => !isHidden(entry)).sort(byName), (entry) => {
        const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) return below(name);
        return Effect.succeed(isCandidate(entry) ? [name] : []);
      });
      return found.flat();
    });
  return Effect.suspend(() => below(""));
};
