import type { ServerResponse } from "node:http";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { HttpResponse } from "./HttpResponse.ts";

const write = (outgoing: ServerResponse, text: string | Uint8Array): Effect.Effect<void> =>
  Effect.async((resume) => {
    if (outgoing.write(text)) return resume(Effect.void);
    outgoing.once("drain", () => resume(Effect.void));
  });

/** The chunk size for detecting a stalled client: a single write only reports progress as a whole. */
const pieceLength = 262_144;

/** Sends a large body in chunks. */
const sendPieces = Effect.fnUntraced(function* (outgoing: ServerResponse, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += pieceLength) yield* write(outgoing, bytes.subarray(at, at + pieceLength));
  outgoing.end();
});

const sendStream = (outgoing: ServerResponse, stream: Stream.Stream<string>): Effect.Effect<void> =>
  Stream.runForEach(stream, (text) => write(outgoing, text)).pipe(Effect.ensuring(Effect.sync(() => outgoing.end())));

/** Sends a response. Streams wait for a slow reader. */
export const sendResponse = (outgoing: ServerResponse, { status, headers, body }: HttpResponse): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (outgoing.headersSent || outgoing.destroyed) return Effect.void;
    if (body === null || typeof body === "string" || body instanceof Uint8Array) {
      // Node.js would concatenate a text with the head before encoding both.
      const bytes = typeof body === "string" ? Buffer.from(body) : body;
      const measured = status !== 204 && status !== 304;
      outgoing.writeHead(status, measured ? { ...headers, "content-length": bytes?.length ?? 0 } : headers);
      if (bytes !== null && bytes.length > pieceLength) return sendPieces(outgoing, bytes);
      outgoing.end(bytes ?? undefined);
      return Effect.void;
    }
    outgoing.writeHead(status, headers);
    outgoing.flushHeaders();
    return sendStream(outgoing, body);
  });
