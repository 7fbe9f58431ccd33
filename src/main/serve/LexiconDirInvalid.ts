import * as Data from "effect/Data";
import type { InvalidLexicons } from "../../domain/lexicon/parse/InvalidLexicons.ts";

/** Lexicons of `LEXICON_DIR` that the service cannot start with; `message` is one line for each fault. */
export class LexiconDirInvalid extends Data.TaggedError("LexiconDirInvalid")<{ readonly message: string }> {
  static of({ faults }: InvalidLexicons, folder: string): LexiconDirInvalid {
    const lines = faults.map(({ file, path, reason }) => {
      const example = file === folder ? "; example: LEXICON_DIR=./lexicons" : "";
      return `LEXICON_DIR ${file}${path === "" ? "" : `, ${path}`}: ${reason}${example}`;
    });
    return new LexiconDirInvalid({ message: lines.join("\n") });
  }
}
