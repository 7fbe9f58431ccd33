import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { ExportedFile } from "../../../domain/lexicon/import/exportedFiles.ts";
import type { GivenFile, UnreadableFile } from "../../../domain/lexicon/import/UnreadableFile.ts";
import type { InvalidLexicons } from "../../../domain/lexicon/parse/InvalidLexicons.ts";

/** Reads and writes Lexicons in files, folders and zip archives. */
export class LexiconFiles extends Context.Tag("cli/LexiconFiles")<
  LexiconFiles,
  {
    readonly read: (paths: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<GivenFile>, InvalidLexicons>;
    /** Writes an archive if the path ends in `.zip`, else a folder, which must be new or empty. */
    readonly write: (path: string, files: ReadonlyArray<ExportedFile>) => Effect.Effect<void, UnreadableFile>;
  }
>() {}
