import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** A request to a server of others, at an address that anyone may have supplied. */
export interface OutboundRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces are sent as fast as they are taken, and are cut off, not ended, when the request is interrupted. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** The maximum size of the response body in bytes, decompressed; 64 kB by default. */
  readonly maxBytes?: number;
  /** Milliseconds from the sent request to the headers of the response; by default the service's limit, none for pieces. */
  readonly headersWithin?: number;
  /** Milliseconds from start to end, all redirects included; by default the service's limit. */
  readonly completeWithin?: number;
  /**
   * How many redirects are followed, each address checked again, at port 443 only; 0 by default. Only a GET follows one,
   * and sends no header along but `accept`.
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
 * No response, or none that may be read. `address-refused` and `busy` (too many requests are running) mean that nothing
 * was sent; after the others the server may have acted. `malformed` is not HTTP, or a body that is not UTF-8 text. Nothing
 * of the response is repeated.
 */
export class OutboundFailure extends Schema.TaggedError<OutboundFailure>()("OutboundFailure", {
  reason: OutboundFailureReason,
  host: Schema.String
}) {}

/**
 * The only way to reach a server of others: no private addresses, https only, bounded in size and time, without cookies.
 * The port speaks HTTP on purpose: what a PDS, a client or a directory publishes is defined as HTTP, by status and header.
 */
export class OutboundHttp extends Context.Tag("domain/OutboundHttp")<
  OutboundHttp,
  {
    readonly send: (request: OutboundRequest) => Effect.Effect<OutboundResponse, OutboundFailure>;
  }
>() {}

/** Whether a response says that it is JSON (`application/json` or a `+json` suffix, RFC 6839). */
export const isJson = (response: OutboundResponse): boolean =>
  /^application\/([a-z0-9.-]+\+)?json\s*(;|$)/i.test(response.headers["content-type"] ?? "");
