import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Stream from "effect/Stream";
import type { EventLogUnavailable } from "../../event/EventLog.ts";
import type { RecordIndexUnavailable } from "../../record/index/RecordIndex.ts";
import type { LexiconSet } from "./LexiconSet.ts";

/** Provides the active Lexicons. A set is immutable and is replaced as a whole. */
export class LexiconCatalog extends Context.Tag("domain/LexiconCatalog")<
  LexiconCatalog,
  {
    readonly current: Effect.Effect<LexiconSet>;
    /**
     * Returns the current set for validating writes. Fails when the log contains Lexicon events that this version
     * cannot read.
     */
    readonly forWrites: Effect.Effect<LexiconSet, EventLogUnavailable>;
    /** Emits the current set, then each set that replaces it. The stream does not end. */
    readonly changes: Stream.Stream<LexiconSet>;
    /** Waits up to 5 seconds until the import at a position of the log, or a later one, is active in this process. */
    readonly awaitImport: (position: number) => Effect.Effect<void>;
    /** Prepares the index for the active set again, after it was prepared for a set that did not become active. */
    readonly prepareAgain: Effect.Effect<void, RecordIndexUnavailable>;
  }
>() {}
