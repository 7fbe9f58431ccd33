import * as Effect from "effect/Effect";
import { traced } from "../../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../../domain/lexicon/model/LexiconCatalog.ts";
import { type DeadLetterFilter, everyDeadLetter } from "../../../domain/sync/DeadLetters.ts";
import { LetterRetries, type LetterRetry } from "../../../domain/sync/LetterRetries.ts";
import { runPeriodically } from "../../background/runPeriodically.ts";
import { retryNextPage } from "./retryDeadLetters.ts";
import { type ImportedLexicons, requireCurrent, withImportedLexicons } from "./withImportedLexicons.ts";

/** An import can make valid what was invalid. What cannot be read stays so. */
const invalid: DeadLetterFilter = { ...everyDeadLetter, reason: "invalid" };

const isDone = (retry: LetterRetry | null, digest: string): boolean => retry?.digest === digest && retry.isDone;

/** Tries page by page, and continues where another process stopped. */
const retryAll = Effect.fnUntraced(function* (imported: ImportedLexicons) {
  const { digest } = imported.set;
  const retries = yield* LetterRetries;
  const stored = yield* retries.find;
  if (isDone(stored, digest)) return;
  let before = stored?.digest === digest ? stored.before : null;
  let indexed = 0;
  let isLast = false;
  while (!isLast) {
    const { counts, next }: Effect.Effect.Success<ReturnType<typeof retryNextPage>> = yield* retryNextPage(
      invalid,
      before
    );
    indexed += counts.indexed;
    isLast = next === null;
    before = next;
    yield* requireCurrent(imported);
    yield* retries.save({ digest, before, isDone: isLast });
  }
  if (indexed > 0) yield* Effect.logInfo(`${indexed} records are valid by the imported Lexicons and were indexed`);
});

/** Tries the invalid records again if the Lexicons in use are not those by which this was done last. */
export const retryAfterImport = traced("retryAfterImport")(function* () {
  const set = yield* (yield* LexiconCatalog).current;
  const retries = yield* LetterRetries;
  if (isDone(yield* retries.find, set.digest)) return;
  yield* withImportedLexicons(set, retryAll);
});

/** Tries invalid records again after each import of Lexicons, indefinitely. */
export const retryAfterImportPeriodically = Effect.suspend(() =>
  runPeriodically("5 seconds", "The dead letters were not tried again")(retryAfterImport())
);
