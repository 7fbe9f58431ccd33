import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** A request to somebody else's server, at an address that may have come from anybody. */
export interface OutboundRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces are sent as fast as they are taken, and are cut off, not ended, when the request is interrupted. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** The most bytes that the answer's body may have, decompressed; 64 kB when not said. */
  readonly maxBytes?: number;
  /** Milliseconds from the sent request to the answer's headers; the service's limit when not said, none for pieces. */
  readonly headersWithin?: number;
  /** Milliseconds from start to end, all redirects together; the service's limit when not said. */
  readonly completeWithin?: number;
  /**
   * How many redirects are followed, each address checked anew, at port 443 only; 0 when not said. Only what is fetched
   * follows one, and takes no header along but `accept`.
   */
  readonly redirects?: number;
}

/** An answer, whatever its status. Header names are in lower case. */
export interface OutboundResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Why a request got no answer, in machine words. */
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
 * No answer, or none that may be read. `address-refused` and `busy` (too many requests are under way already) were never
 * sent; after the others the server may have acted.
 * `malformed` is no HTTP, or a body that is not the UTF-8 text it should be. Nothing of the answer is repeated.
 */
export class OutboundFailure extends Schema.TaggedError<OutboundFailure>()("OutboundFailure", {
  reason: OutboundFailureReason,
  host: Schema.String
}) {}

/** The one way out: no private addresses, no other scheme than https, bounded in size and time, without cookies. */
export class OutboundHttp extends Context.Tag("domain/OutboundHttp")<
  OutboundHttp,
  {
    readonly send: (request: OutboundRequest) => Effect.Effect<OutboundResponse, OutboundFailure>;
  }
>() {}

/** Whether an answer says that it is JSON (`application/json` or a `+json` suffix, RFC 6839). */
export const isJson = (response: OutboundResponse): boolean =>
  /^application\/([a-z0-9.-]+\+)?json\s*(;|$)/i.test(response.headers["content-type"] ?? "");
