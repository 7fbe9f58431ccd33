import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { InvalidLexicons } from "../parse/InvalidLexicons.ts";
import type { GivenFile } from "./UnreadableFile.ts";

/** Reads untrusted zip archives of Lexicons within `importLimits`, and writes archives. */
export class LexiconArchive extends Context.Tag("domain/LexiconArchive")<
  LexiconArchive,
  {
    /**
     * Returns the `.json` files of an archive from all its folders, sorted by name. `name` identifies the archive in
     * faults. Fails with `InvalidLexicons` when the archive as a whole cannot be used.
     */
    readonly read: (archive: Uint8Array, name: string) => Effect.Effect<ReadonlyArray<GivenFile>, InvalidLexicons>;
    /** Returns a zip archive of files that `read` can read. Equal files produce equal archives. */
    readonly write: (
      files: ReadonlyArray<{ readonly name: string; readonly text: string }>
    ) => Effect.Effect<Uint8Array>;
  }
>() {}
