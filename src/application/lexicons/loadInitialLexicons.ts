import * as Effect from "effect/Effect";
import type { GivenFile } from "../../domain/lexicon/import/UnreadableFile.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import { importLexicons } from "./importLexicons.ts";

const operator = { type: "operator", id: null } as const;

/**
 * Puts Lexicons in force at a start: those that the operator names, every time; the ones that come with the service
 * only where there are none yet, so that an import is never undone.
 */
export const loadInitialLexicons = Effect.fnUntraced(function* <E, R>(options: {
  readonly named: boolean;
  readonly read: Effect.Effect<ReadonlyArray<GivenFile>, E, R>;
}) {
  const catalog = yield* LexiconCatalog;
  const { digest } = yield* catalog.current;
  if (digest !== "" && !options.named) return;
  const { notices } = yield* importLexicons(yield* options.read, operator);
  for (const { file, path, reason } of notices) yield* Effect.logWarning(`Lexicons: ${file}, ${path}: ${reason}`);
});
