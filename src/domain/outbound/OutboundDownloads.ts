import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import type * as Stream from "effect/Stream";
import type { OutboundFailure } from "./OutboundHttp.ts";

/** A request for something large, at an address that may have come from anybody. */
export interface DownloadRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The most bytes that the answer's body may have. */
  readonly maxBytes: number;
  /** Milliseconds until the answer's headers. */
  readonly headersWithin: number;
  /** Milliseconds from start to end. */
  readonly completeWithin: number;
  /** How many bytes are to come in a second, on average over all the time so far; the first half minute does not count. */
  readonly leastRate: number;
}

/** An answer that is still on its way. Header names are in lower case. */
export interface Download {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** To be read once, before the scope closes; taken from the connection only as fast as it is read. */
  readonly body: Stream.Stream<Uint8Array, OutboundFailure>;
}

/**
 * The way out for what is too large to hold: the same addresses are refused as by `OutboundHttp`. No redirect is
 * followed. `timeout` is for what comes too slowly as well.
 */
export class OutboundDownloads extends Context.Tag("domain/OutboundDownloads")<
  OutboundDownloads,
  {
    /** Sends a GET; the connection is cut when the scope closes before the body has ended. */
    readonly open: (request: DownloadRequest) => Effect.Effect<Download, OutboundFailure, Scope.Scope>;
  }
>() {}
