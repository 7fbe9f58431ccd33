import type { IncomingMessage } from "node:http";
import * as Effect from "effect/Effect";
import { wrapPieces } from "../../../../domain/record/blob/wrapPieces.ts";
import type { BodyDeadline } from "./bodyDeadline.ts";
import { freeBuffersEagerly } from "./freeBuffersEagerly.ts";
import { BodyRefused } from "./readRequestBody.ts";

const incomplete = () => new BodyRefused({ reason: "incomplete", limit: 0 });

/** A body as chunks with backpressure. It fails when the sender disconnects. */
export interface BodyStream {
  /** The chunks. A chunk is valid until another mebibyte was read. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Fails immediately when the sender disconnects before the end of the body, even when no chunk is awaited. */
  readonly cutOff: Effect.Effect<never, BodyRefused>;
}

const cutOff = (incoming: IncomingMessage): Effect.Effect<never, BodyRefused> =>
  Effect.async((resume) => {
    const onClose = () => {
      if (!incoming.complete) resume(incomplete());
    };
    if (incoming.destroyed) return onClose();
    incoming.once("close", onClose);
    return Effect.sync(() => incoming.off("close", onClose));
  });

/**
 * Yields the chunks. The deadline runs only while a chunk is awaited, and again after the last one was read. Leaving early
 * does not close the connection, which is needed for the response.
 */
const pieces = (incoming: IncomingMessage, deadline: BodyDeadline): AsyncIterable<Uint8Array> =>
  wrapPieces(() => {
    const source: AsyncIterator<Uint8Array> = incoming.iterator({ destroyOnReturn: false });
    const release = freeBuffersEagerly();
    return {
      source,
      next: async () => {
        deadline.set();
        const next = await source.next();
        deadline.lift();
        if (next.done !== true) release(next.value);
        return next;
      },
      beforeReturn: deadline.set
    };
  });

/** Returns the body of a request as a stream. */
export const bodyStream = (incoming: IncomingMessage, deadline: BodyDeadline): BodyStream => ({
  pieces: pieces(incoming, deadline),
  cutOff: cutOff(incoming)
});
