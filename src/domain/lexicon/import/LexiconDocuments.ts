import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/** Holds sets of Lexicon documents by their digest; the log says which set is in force. */
export class LexiconDocuments extends Context.Tag("domain/LexiconDocuments")<
  LexiconDocuments,
  {
    readonly put: (
      digest: string,
      documents: ReadonlyArray<Readonly<Record<string, unknown>>>
    ) => Effect.Effect<void, StorageUnavailable>;
    readonly get: (
      digest: string
    ) => Effect.Effect<Option.Option<ReadonlyArray<Readonly<Record<string, unknown>>>>, StorageUnavailable>;
  }
>() {}
