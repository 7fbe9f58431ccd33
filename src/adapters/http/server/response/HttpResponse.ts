import type * as Stream from "effect/Stream";
import type { RequestKind } from "../../../../domain/health/RequestKind.ts";

/** What a request turned out to be for, and whether it failed whatever its status is. */
export interface CountedAs {
  readonly kind: RequestKind;
  readonly failed: boolean;
}

/** A response with a whole body or a stream (Server-Sent Events). */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | Array<string>>>;
  readonly body: string | Uint8Array | Stream.Stream<string> | null;
  /** How the request is counted; by default by its path and the status. */
  readonly counted?: CountedAs;
}

type Headers = HttpResponse["headers"];

/** Prevents caching of a response (RFC 6749 section 5.1). */
export const noStore: Headers = { "cache-control": "no-store", pragma: "no-cache" };

/** Returns a JSON response. */
export const json = (status: number, value: unknown, headers: Headers = {}): HttpResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(value)
});

/** Redirects the browser with GET for any method: 303, never 307 or 308 (RFC 9700 section 4.12). */
export const seeOther = (location: string, headers: Headers = {}): HttpResponse => ({
  status: 303,
  headers: { location: location.replace(/[^\x21-\x7e]/gu, encodeURIComponent), ...noStore, ...headers },
  body: null
});
