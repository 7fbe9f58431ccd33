import * as Effect from "effect/Effect";
import { importLimits } from "../../domain/lexicon/import/importLimits.ts";
import type { GivenFile, UnreadableFile } from "../../domain/lexicon/import/UnreadableFile.ts";
import { type InvalidLexicons, unusableSource } from "../../domain/lexicon/parse/InvalidLexicons.ts";
import type { MeasuredFile } from "./measureFile.ts";
import { readJsonFile } from "./readJsonFile.ts";

const concurrency = 8;

/** Checks the number and total size of files, then reads them. `source` is their name as a whole in faults. */
export const readWithinLimits = (
  source: string,
  measures: ReadonlyArray<Effect.Effect<MeasuredFile, UnreadableFile>>
): Effect.Effect<ReadonlyArray<GivenFile>, InvalidLexicons> =>
  Effect.gen(function* () {
    if (measures.length === 0) return yield* unusableSource(source, "holds no .json file");
    if (measures.length > importLimits.files)
      return yield* unusableSource(source, `holds more than ${importLimits.files} .json files`);
    const files = yield* Effect.forEach(measures, Effect.merge, { concurrency });
    if (files.reduce((bytes, file) => bytes + ("size" in file ? file.size : 0), 0) > importLimits.bytes)
      return yield* unusableSource(source, `holds more than ${importLimits.bytes} bytes of .json files`);
    return yield* Effect.forEach(
      files,
      (file) => ("size" in file ? Effect.merge(readJsonFile(file.path, file.name)) : Effect.succeed(file)),
      { concurrency }
    );
  });
