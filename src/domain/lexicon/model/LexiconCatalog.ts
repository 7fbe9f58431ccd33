import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Stream from "effect/Stream";
import type { EventLogUnavailable } from "../../event/EventLog.ts";
import type { LexiconSet } from "./LexiconSet.ts";

/** The Lexicons in force. A set is replaced whole and never changes itself. */
export class LexiconCatalog extends Context.Tag("domain/LexiconCatalog")<
  LexiconCatalog,
  {
    readonly current: Effect.Effect<LexiconSet>;
    /** The same to check what is written; fails when the log says of the Lexicons what this version cannot read. */
    readonly forWrites: Effect.Effect<LexiconSet, EventLogUnavailable>;
    /** The current set, then each one that replaces it; it does not end. */
    readonly changes: Stream.Stream<LexiconSet>;
    /** Waits, 5 seconds at most, until a set is in force here. */
    readonly awaitDigest: (digest: string) => Effect.Effect<void>;
  }
>() {}
