import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { InvalidLexicons } from "../../../domain/lexicon/InvalidLexicons.ts";
import type { GivenFile } from "../../../domain/lexicon/UnreadableFile.ts";

/** Reads the Lexicons that somebody names: files, folders of them, and zip archives. */
export class LexiconFiles extends Context.Tag("cli/LexiconFiles")<
  LexiconFiles,
  {
    readonly read: (paths: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<GivenFile>, InvalidLexicons>;
  }
>() {}
