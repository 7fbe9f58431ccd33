import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** A JSON document that somebody else publishes, as it was read. */
export interface RemoteDocument {
  readonly text: string;
  /** Unix milliseconds. */
  readonly fetchedAt: number;
}

/**
 * A document that cannot be used: `unreachable` may pass, `refused` is the server's own word. `problem` is the end of a
 * sentence about the document; nothing of its content is repeated.
 */
export class RemoteDocumentUnusable extends Schema.TaggedError<RemoteDocumentUnusable>()("RemoteDocumentUnusable", {
  reason: Schema.Literal("unreachable", "refused"),
  problem: Schema.String
}) {}

/**
 * What clients publish about themselves: metadata documents and key sets. Each is kept for as long as its server says,
 * within bounds, and fetched once however many ask at the same time.
 */
export class RemoteDocuments extends Context.Tag("domain/RemoteDocuments")<
  RemoteDocuments,
  {
    /** While its server cannot be reached, the last good copy counts for a day; what its server withdraws ends at once. */
    readonly read: (url: string, maxBytes: number) => Effect.Effect<RemoteDocument, RemoteDocumentUnusable>;
    /** Fetches it anew whatever its age, but not more often than every 30 seconds: then it is what `read` gives. */
    readonly refetch: (url: string, maxBytes: number) => Effect.Effect<RemoteDocument, RemoteDocumentUnusable>;
  }
>() {}
