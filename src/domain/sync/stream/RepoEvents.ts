import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type * as Stream from "effect/Stream";
import type { Did } from "../../atproto/Did.ts";
import type { Nsid } from "../../atproto/Nsid.ts";
import type { SourceEvent } from "./RepoEvent.ts";
import type { SyncSource } from "./SyncSource.ts";

/** A subscription ended. `detail` is a short text of the source or of the connection, or null. */
export class SourceDisconnected extends Schema.TaggedError<SourceDisconnected>()("SourceDisconnected", {
  reason: Schema.Literal(
    "unreachable",
    "refused",
    "closed",
    /** Nothing arrived for `SYNC_IDLE_SECONDS`. */
    "silent",
    /** The cursor is ahead of the source (`FutureCursor`). */
    "future-cursor",
    /** The source dropped the connection because it was read too slowly (`ConsumerTooSlow`). */
    "consumer-too-slow",
    /** The source reported another error. */
    "source-error",
    /** The DID document of a labeler does not lead to its service and its key. */
    "unresolvable"
  ),
  detail: Schema.NullOr(Schema.String)
}) {}

/** What arrives over a subscription. */
export type SourceMessage =
  /**
   * The connection is open: what happens from now on is delivered. It comes first, once. `cursor` is a position before
   * everything that follows, from a source whose positions are times; null from all others.
   */
  | { readonly _tag: "Connected"; readonly cursor: number | null }
  /** Events in the order of the source, with those that arrived while the reader did not ask; never empty. */
  | { readonly _tag: "Events"; readonly events: ReadonlyArray<SourceEvent> }
  /** The source no longer has the events after the cursor (`OutdatedCursor`), or begins later than it. */
  | { readonly _tag: "OutdatedCursor" };

export interface SubscribeOptions {
  /** The position after which events are delivered; null for those from now on. */
  readonly cursor: number | null;
  /** The collections in use. A source may deliver others as well. */
  readonly collections: ReadonlyArray<Nsid>;
}

/**
 * Delivers the changes of repositories from one source. A reader that is slower than the source makes the connection
 * wait: no more than a bounded number of events is held in memory.
 */
export class RepoEvents extends Context.Tag("domain/RepoEvents")<
  RepoEvents,
  {
    readonly source: SyncSource;
    /** Connects, and delivers until the connection ends, which is always an error. It does not reconnect. */
    readonly subscribe: (options: SubscribeOptions) => Stream.Stream<SourceMessage, SourceDisconnected>;
    /** Confirms that events are stored, for sources that deliver again what was not confirmed. */
    readonly acknowledge: (cursors: ReadonlyArray<number>) => Effect.Effect<void, SourceDisconnected>;
    /** Makes a source that delivers only some repositories deliver those of more accounts. Idempotent. */
    readonly track: (dids: ReadonlyArray<Did>) => Effect.Effect<void, SourceDisconnected>;
  }
>() {}
