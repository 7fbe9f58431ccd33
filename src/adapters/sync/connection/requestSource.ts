import * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import { request } from "undici";
import type { SourceDisconnected } from "../../../domain/sync/stream/RepoEvents.ts";
import { refused, unreachable } from "./disconnectReason.ts";

/** A request to the host of a source of live sync. */
export interface SourceRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The maximum size of the response body in bytes. */
  readonly maxBytes: number;
}

const completeWithin = Duration.seconds(30);

/**
 * Sends an HTTP request to a source and returns the body of a successful response. Like the address of the WebSocket,
 * the URL comes from the configuration of the operator, so it may be a private one. Redirects are not followed.
 */
export const requestSource = (asked: SourceRequest): Effect.Effect<Buffer, SourceDisconnected> =>
  Effect.tryPromise({ try: (signal) => exchange(asked, signal), catch: unreachable }).pipe(
    Effect.timeoutFail({ duration: completeWithin, onTimeout: () => unreachable(new Error("timeout")) }),
    Effect.flatMap(({ body, status }) =>
      status >= 200 && status < 300 ? Effect.succeed(body) : refused(status, body.toString())
    )
  );

const exchange = async ({ maxBytes, url, ...asked }: SourceRequest, signal: AbortSignal) => {
  const response = await request(url, {
    ...asked,
    headers: { "user-agent": "tidemark", ...asked.headers },
    signal,
    headersTimeout: 10_000,
    bodyTimeout: 10_000
  });
  const chunks: Array<Uint8Array> = [];
  let size = 0;
  for await (const chunk of response.body) {
    if (!(chunk instanceof Uint8Array)) throw new Error("the response has no bytes");
    size += chunk.length;
    if (size > maxBytes) throw new Error("the response is too large");
    chunks.push(chunk);
  }
  return { status: response.statusCode, body: Buffer.concat(chunks) };
};
