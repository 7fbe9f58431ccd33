import * as Effect from "effect/Effect";
import type { GivenFile } from "../../domain/lexicon/import/UnreadableFile.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import { importLexicons } from "./importLexicons.ts";

const operator = { type: "operator", id: null } as const;

/**
 * Activates Lexicons at startup: those that the operator configured, every time; the bundled ones only when none are
 * active, so that an import is never undone.
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
