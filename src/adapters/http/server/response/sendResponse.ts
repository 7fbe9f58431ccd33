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

const lengthOf = (body: string | Uint8Array | null): number =>
  body === null ? 0 : typeof body === "string" ? Buffer.byteLength(body) : body.length;

/** Starts sending a response, whose headers it may add to. Returns the rest of the work, in which streams wait for a slow reader: `Effect.void` if there is none. */
export const sendResponse = (
  outgoing: ServerResponse,
  { status, body }: Pick<HttpResponse, "status" | "body">,
  headers: Record<string, string | Array<string>>
): Effect.Effect<void> => {
  if (outgoing.headersSent || outgoing.destroyed) return Effect.void;
  if (body === null || typeof body === "string" || body instanceof Uint8Array) {
    const length = lengthOf(body);
    if (status !== 204 && status !== 304) headers["content-length"] = String(length);
    outgoing.writeHead(status, headers);
    if (body !== null && length > pieceLength)
      return sendPieces(outgoing, typeof body === "string" ? Buffer.from(body) : body);
    // A text goes out in one write with its head.
    outgoing.end(body ?? undefined);
    return Effect.void;
  }
  outgoing.writeHead(status, headers);
  outgoing.flushHeaders();
  return sendStream(outgoing, body);
};
