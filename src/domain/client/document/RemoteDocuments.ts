import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** A JSON document fetched from another server. */
export interface RemoteDocument {
  readonly text: string;
  /** In Unix milliseconds. */
  readonly fetchedAt: number;
}

/**
 * A document cannot be used: its server is unreachable, which may be temporary, or refused it. `problem` is the
 * predicate of a sentence about the document and quotes nothing from it.
 */
export class RemoteDocumentUnusable extends Schema.TaggedError<RemoteDocumentUnusable>()("RemoteDocumentUnusable", {
  reason: Schema.Literal("unreachable", "refused"),
  problem: Schema.String
}) {}

/**
 * The metadata documents and key sets that clients publish. Each document is cached for as long as its server allows,
 * within bounds; concurrent reads share one fetch.
 */
export class RemoteDocuments extends Context.Tag("domain/RemoteDocuments")<
  RemoteDocuments,
  {
    /**
     * Returns the document at a URL. While its server is unreachable, the last valid copy is used for up to a day. A
     * document that its server withdraws is no longer used.
     */
    readonly read: (url: string, maxBytes: number) => Effect.Effect<RemoteDocument, RemoteDocumentUnusable>;
    /** Fetches a document regardless of its age, at most every 30 seconds; in between it returns the same as `read`. */
    readonly refetch: (url: string, maxBytes: number) => Effect.Effect<RemoteDocument, RemoteDocumentUnusable>;
  }
>() {}
