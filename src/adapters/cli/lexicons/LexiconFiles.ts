import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { InvalidLexicons } from "../../../application/lexicons/importLexicons.ts";
import type { LexiconFile } from "../../../domain/lexicon/LexiconFile.ts";

/** Reads the Lexicons that somebody names: files, and folders of them. */
export class LexiconFiles extends Context.Tag("cli/LexiconFiles")<
  LexiconFiles,
  {
    readonly read: (paths: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<LexiconFile>, InvalidLexicons>;
  }
>() {}
