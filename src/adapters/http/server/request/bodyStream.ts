import type { IncomingMessage } from "node:http";
import * as Effect from "effect/Effect";
import { wrapPieces } from "../../../../domain/record/blob/wrapPieces.ts";
import type { BodyDeadline } from "./bodyDeadline.ts";
import { freeBuffersEagerly } from "./freeBuffersEagerly.ts";
import { BodyRefused } from "./readRequestBody.ts";

const incomplete = () => new BodyRefused({ reason: "incomplete", limit: 0 });

/** A body piece by piece, no faster than it is taken. It breaks off with an error when its sender goes away. */
export interface BodyStream {
  /** A piece can be used until a mebibyte more was taken. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Fails when the sender goes away before the body is whole, at once and whether or not a piece is waited for. */
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
 * The pieces as they come. The deadline runs only while one is waited for, and again once nobody wants any more. To
 * leave early does not cut the connection, over which the answer is still sent.
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

/** The body of a request as a stream. */
export const bodyStream = (incoming: IncomingMessage, deadline: BodyDeadline): BodyStream => ({
  pieces: pieces(incoming, deadline),
  cutOff: cutOff(incoming)
});
