import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** A request to another server, at a URL that anyone may have supplied. */
export interface OutboundRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Chunks are sent with backpressure. An interrupted request aborts the body instead of ending it. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** The maximum size of the response body in bytes, decompressed; 64 kB by default. */
  readonly maxBytes?: number;
  /**
   * Milliseconds from the sent request to the response headers; by default the limit of the service, and none for
   * chunks.
   */
  readonly headersWithin?: number;
  /** Milliseconds for the whole request including redirects; by default the limit of the service. */
  readonly completeWithin?: number;
  /**
   * The maximum number of redirects, 0 by default. Each target is checked again and must use port 443. Only a GET
   * follows redirects, and sends no header but `accept`.
   */
  readonly redirects?: number;
}

/** A response, whatever its status. Header names are in lower case. */
export interface OutboundResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Why a request got no response, as a code. */
export const OutboundFailureReason = Schema.Literal(
  "address-refused",
  "busy",
  "unreachable",
  "timeout",
  "too-large",
  "redirect-refused",
  "malformed"
);
export type OutboundFailureReason = typeof OutboundFailureReason.Type;

/**
 * There is no response, or it is unusable. `address-refused` and `busy` (too many concurrent requests) mean that
 * nothing was sent; with the others the server may have acted. `malformed` means invalid HTTP, or a body that is not
 * UTF-8. The error contains nothing of the response.
 */
export class OutboundFailure extends Schema.TaggedError<OutboundFailure>()("OutboundFailure", {
  reason: OutboundFailureReason,
  host: Schema.String
}) {}

/**
 * Sends requests to other servers: no private addresses, https only, limited in size and time, without cookies. The
 * port models HTTP deliberately: what a PDS, a client or a directory publishes is defined by HTTP statuses and headers.
 */
export class OutboundHttp extends Context.Tag("domain/OutboundHttp")<
  OutboundHttp,
  {
    readonly send: (request: OutboundRequest) => Effect.Effect<OutboundResponse, OutboundFailure>;
  }
>() {}

/** Whether a response declares JSON content (`application/json` or a `+json` suffix, RFC 6839). */
export const isJson = (response: OutboundResponse): boolean =>
  /^application\/([a-z0-9.-]+\+)?json\s*(;|$)/i.test(response.headers["content-type"] ?? "");
