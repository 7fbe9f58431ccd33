import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import type * as Stream from "effect/Stream";
import type { OutboundFailure } from "./OutboundHttp.ts";

/** A request for a large response, at a URL that anyone may have supplied. */
export interface DownloadRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The maximum size of the response body in bytes. */
  readonly maxBytes: number;
  /** The time limit for the response headers, in milliseconds. */
  readonly headersWithin: number;
  /** The time limit for the whole request, in milliseconds. */
  readonly completeWithin: number;
  /** The minimum average rate in bytes per second, checked after the first half minute. */
  readonly leastRate: number;
}

/** A response whose body is still arriving. Header names are in lower case. */
export interface Download {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Can be read once, before the scope closes. Data is read from the connection only as fast as it is consumed. */
  readonly body: Stream.Stream<Uint8Array, OutboundFailure>;
}

/**
 * Downloads responses that are too large to buffer. Refuses the same addresses as `OutboundHttp` and follows no
 * redirect. A response below the minimum rate fails with `timeout`, too.
 */
export class OutboundDownloads extends Context.Tag("domain/OutboundDownloads")<
  OutboundDownloads,
  {
    /** Sends a GET request. The connection is closed when the scope closes before the end of the body. */
    readonly open: (request: DownloadRequest) => Effect.Effect<Download, OutboundFailure, Scope.Scope>;
  }
>() {}
