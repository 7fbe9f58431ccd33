import { fileURLToPath } from "node:url";
import * as Data from "effect/Data";
import * as Effect from "effect/Effect";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import { readLexiconFolder } from "../../adapters/filesystem/readLexiconFolder.ts";
import { loadInitialLexicons } from "../../application/lexicons/loadInitialLexicons.ts";
import type { InvalidLexicons } from "../../domain/lexicon/parse/InvalidLexicons.ts";

/** Lexicons of `LEXICON_DIR` that the service cannot start with; `message` is one line per fault. */
export class LexiconDirInvalid extends Data.TaggedError("LexiconDirInvalid")<{ readonly message: string }> {
  static of({ faults }: InvalidLexicons, folder: string): LexiconDirInvalid {
    const lines = faults.map(({ file, path, reason }) => {
      const example = file === folder ? "; example: LEXICON_DIR=./lexicons" : "";
      return `LEXICON_DIR ${file}${path === "" ? "" : `, ${path}`}: ${reason}${example}`;
    });
    return new LexiconDirInvalid({ message: lines.join("\n") });
  }
}

const bundledLexicons = fileURLToPath(new URL("../../../lexicons", import.meta.url));

/** Activates the Lexicons of `LEXICON_DIR`; or, if there are none yet, those that come with the service. */
export const loadConfiguredLexicons = ({ lexiconDir }: Pick<Configuration, "lexiconDir">) =>
  loadInitialLexicons({ named: lexiconDir !== null, read: readLexiconFolder(lexiconDir ?? bundledLexicons) }).pipe(
    Effect.mapError((failure) =>
      failure._tag === "InvalidLexicons" && lexiconDir !== null ? LexiconDirInvalid.of(failure, lexiconDir) : failure
    )
  );
