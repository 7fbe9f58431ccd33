import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import { InvalidLexicons } from "../../application/lexicons/importLexicons.ts";
import type { LexiconFile } from "../../domain/lexicon/LexiconFile.ts";
import { type FileFault, fileFault } from "./fileFault.ts";
import { importLimits } from "./importLimits.ts";
import type { MeasuredFile } from "./measureFile.ts";
import { readJsonFile } from "./readJsonFile.ts";

const concurrency = 8;

/** Each one, or everything that is wrong with any of them. */
const allOrFaults = <A, B>(items: ReadonlyArray<A>, read: (item: A) => Effect.Effect<B, FileFault>) =>
  Effect.flatMap(Effect.partition(items, read, { concurrency }), ([faults, read]) =>
    Arr.isNonEmptyArray(faults) ? Effect.fail(new InvalidLexicons({ faults })) : Effect.succeed(read)
  );

/** Fails with one fault. */
export const refuse = (fault: FileFault) => new InvalidLexicons({ faults: [fault] });

/** Measures files, then reads them when all together are few and small enough; `source` is what they are called together. */
export const readMeasured = (
  source: string,
  measured: ReadonlyArray<Effect.Effect<MeasuredFile, FileFault>>
): Effect.Effect<ReadonlyArray<LexiconFile>, InvalidLexicons> =>
  Effect.gen(function* () {
    if (measured.length === 0) return yield* refuse(fileFault(source, "holds no .json file"));
    if (measured.length > importLimits.files)
      return yield* refuse(fileFault(source, `holds more than ${importLimits.files} .json files`));
    const files = yield* allOrFaults(measured, (file) => file);
    if (files.reduce((bytes, { size }) => bytes + size, 0) > importLimits.bytes)
      return yield* refuse(fileFault(source, `holds more than ${importLimits.bytes} bytes of .json files`));
    return yield* allOrFaults(files, ({ path, name }) => readJsonFile(path, name));
  });
