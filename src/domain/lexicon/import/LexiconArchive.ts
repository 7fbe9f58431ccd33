import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { InvalidLexicons } from "../parse/InvalidLexicons.ts";
import type { GivenFile } from "./UnreadableFile.ts";

/** Opens zip archives of Lexicons that anybody may have made, within `importLimits`, and makes some. */
export class LexiconArchive extends Context.Tag("domain/LexiconArchive")<
  LexiconArchive,
  {
    /**
     * The `.json` files of an archive in the order of their names, whatever its folders are; `name` is what the archive
     * is called in a fault. `InvalidLexicons` says why an archive as a whole cannot be used.
     */
    readonly read: (archive: Uint8Array, name: string) => Effect.Effect<ReadonlyArray<GivenFile>, InvalidLexicons>;
    /** A zip archive of files, which `read` gives back. Equal files make equal archives. */
    readonly write: (
      files: ReadonlyArray<{ readonly name: string; readonly text: string }>
    ) => Effect.Effect<Uint8Array>;
  }
>() {}
