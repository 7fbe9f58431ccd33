import type { IncomingMessage } from "node:http";
import type * as Effect from "effect/Effect";
import { bodyDeadline } from "./bodyDeadline.ts";
import { type BodyStream, bodyStream } from "./bodyStream.ts";
import { type BodyRefused, readBody } from "./readBody.ts";

/** A request as handlers see it. */
export interface HttpRequest {
  /** Names the request in answers, log lines and events. */
  readonly id: string;
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  /** What follows the question mark, as it was sent; empty without one. */
  readonly query: string;
  /** The address of who asks, by the word of the proxies that are trusted. */
  readonly clientAddress: string;
  /** The value of a header by its lower-case name; several lines of it joined as Node.js does. */
  readonly header: (name: string) => string | null;
  /** Every line of a header on its own, for those that may be sent just once. */
  readonly headerLines: (name: string) => ReadonlyArray<string>;
  /** Reads the whole body, at most that many bytes of it. */
  readonly body: (limit: number) => Effect.Effect<Buffer, BodyRefused>;
  /** The body as it comes, for those that are too large to be held. */
  readonly stream: BodyStream;
}

export interface RequestOrigin {
  readonly id: string;
  readonly clientAddress: string;
}

/** Milliseconds for a body to arrive whole. */
const bodyWithinUsually = 30_000;

/** The request of a Node.js server. */
export const fromIncoming = (
  incoming: IncomingMessage,
  origin: RequestOrigin,
  bodyWithin: number = bodyWithinUsually
): HttpRequest => {
  const target = incoming.url ?? "/";
  const mark = target.indexOf("?");
  const deadline = bodyDeadline(incoming, bodyWithin);
  return {
    ...origin,
    method: incoming.method ?? "GET",
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? "" : target.slice(mark + 1),
    header: (name) => {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(", ") : (value ?? null);
    },
    headerLines: (name) => incoming.headersDistinct[name] ?? [],
    body: (limit) => readBody(incoming, limit),
    get stream() {
      return bodyStream(incoming, deadline);
    }
  };
};
