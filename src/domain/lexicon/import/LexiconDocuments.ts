import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Option from "effect/Option";
import type { StorageUnavailable } from "../../storage/StorageUnavailable.ts";

/** Stores sets of Lexicon documents by their digest. The log records which set is active. */
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
