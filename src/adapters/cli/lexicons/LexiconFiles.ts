import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { ExportedFile } from "../../../domain/lexicon/import/exportedFiles.ts";
import type { GivenFile, UnreadableFile } from "../../../domain/lexicon/import/UnreadableFile.ts";
import type { InvalidLexicons } from "../../../domain/lexicon/parse/InvalidLexicons.ts";

/** Reads and writes Lexicons where somebody says: files, folders of them, and zip archives. */
export class LexiconFiles extends Context.Tag("cli/LexiconFiles")<
  LexiconFiles,
  {
    readonly read: (paths: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<GivenFile>, InvalidLexicons>;
    /** Writes an archive where the path ends in `.zip`, else a folder that is new or empty. */
    readonly write: (path: string, files: ReadonlyArray<ExportedFile>) => Effect.Effect<void, UnreadableFile>;
  }
>() {}
