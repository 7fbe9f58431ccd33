import type { IncomingMessage } from "node:http";
import type * as Effect from "effect/Effect";
import { type BodyDeadline, bodyDeadline } from "./bodyDeadline.ts";
import { type BodyStream, bodyStream } from "./bodyStream.ts";
import { type BodyRefused, type ReadBody, readRequestBody, readWholeBody } from "./readRequestBody.ts";
import { requestTarget } from "./requestTarget.ts";

/** A request as handlers see it. */
export interface HttpRequest {
  /** Names the request in answers, log lines and events. */
  readonly id: string;
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  /** What follows the question mark, as it was sent; empty without one. */
  readonly query: string;
  /** The client address, according to the trusted proxies. */
  readonly clientAddress: string;
  /** The value of a header by its lower-case name; several lines of it joined as Node.js does. */
  readonly header: (name: string) => string | null;
  /** Every line of a header on its own, for those that may be sent just once. */
  readonly headerLines: (name: string) => ReadonlyArray<string>;
  /** Reads the whole body, up to `limit` bytes. */
  readonly body: (limit: number) => Effect.Effect<Buffer, BodyRefused>;
  /** The body as a stream, for bodies too large to buffer. */
  readonly stream: BodyStream;
}

/** A request whose body can be read before its handler runs. */
export interface ReceivedRequest extends HttpRequest {
  /** Reads the body, up to `limit` bytes, and calls `received`. Then `body` has it, whatever limit it is called with. */
  readonly receive: (limit: number, received: () => void) => void;
}

interface RequestOrigin {
  readonly id: string;
  readonly clientAddress: string;
}

/** The time limit for a whole body in milliseconds. */
const defaultBodyTimeoutMs = 30_000;

/**
 * The request of a Node.js server. It is a class, because V8 creates a shape for every literal with a getter, which retains
 * the request until the next collection of the old generation.
 */
class IncomingRequest implements ReceivedRequest {
  readonly id: string;
  readonly clientAddress: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #authority: string | null;
  readonly #incoming: IncomingMessage;
  readonly #deadline: BodyDeadline;
  #received: ReadBody | null = null;

  constructor(incoming: IncomingMessage, { id, clientAddress }: RequestOrigin, bodyTimeoutMs: number) {
    const { authority, path, query } = requestTarget(incoming.url ?? "/");
    this.id = id;
    this.clientAddress = clientAddress;
    this.method = incoming.method ?? "GET";
    this.path = path;
    this.query = query;
    this.#authority = authority;
    this.#incoming = incoming;
    this.#deadline = bodyDeadline(incoming, bodyTimeoutMs);
  }

  header(name: string): string | null {
    if (name === "host" && this.#authority !== null) return this.#authority;
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  }

  headerLines(name: string): ReadonlyArray<string> {
    return this.#incoming.headersDistinct[name] ?? [];
  }

  body(limit: number): Effect.Effect<Buffer, BodyRefused> {
    return this.#received ?? readRequestBody(this.#incoming, limit);
  }

  receive(limit: number, received: () => void): void {
    readWholeBody(this.#incoming, limit, (read) => {
      this.#received = read;
      received();
    });
  }

  get stream(): BodyStream {
    return bodyStream(this.#incoming, this.#deadline);
  }
}

/** Wraps the request of a Node.js server. `bodyTimeoutMs` is in milliseconds. */
export const fromIncoming = (
  incoming: IncomingMessage,
  origin: RequestOrigin,
  bodyTimeoutMs: number = defaultBodyTimeoutMs
): ReceivedRequest => new IncomingRequest(incoming, origin, bodyTimeoutMs);
