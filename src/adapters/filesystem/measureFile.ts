import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import * as Effect from "effect/Effect";
import { importLimits } from "../../domain/lexicon/import/importLimits.ts";
import type { UnreadableFile } from "../../domain/lexicon/import/UnreadableFile.ts";
import { toUnreadableFile } from "./toUnreadableFile.ts";

export interface MeasuredFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
}

/** Returns the real path and size of a file that may be read: regular, small enough, and within `root` if given. */
export const measureFile = (
  path: string,
  name: string,
  root: string | null
): Effect.Effect<MeasuredFile, UnreadableFile> =>
  Effect.gen(function* () {
    const real = yield* Effect.tryPromise({ try: () => realpath(path), catch: toUnreadableFile(name) });
    if (root !== null && !real.startsWith(root.endsWith(sep) ? root : root + sep))
      return yield* Effect.fail({ file: name, reason: "is a link out of the folder: put the file itself there" });
    const found = yield* Effect.tryPromise({ try: () => stat(real), catch: toUnreadableFile(name) });
    if (!found.isFile()) return yield* Effect.fail({ file: name, reason: "is not a file: rename or remove it" });
    if (found.size > importLimits.bytesPerFile)
      return yield* Effect.fail({
        file: name,
        reason: `has more than ${importLimits.bytesPerFile} bytes, too many for a Lexicon`
      });
    return { path: real, name, size: found.size };
  });
