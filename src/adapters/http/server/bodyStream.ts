import type { IncomingMessage } from "node:http";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { BodyDeadline } from "./bodyDeadline.ts";
import { BodyRefused } from "./readBody.ts";
import { releaseBehind } from "./releaseBehind.ts";

/** How long a body may stand still while it is waited for. */
const idle = "30 seconds";

const incomplete = () => new BodyRefused({ reason: "incomplete", limit: 0 });

/** A body piece by piece, no faster than it is taken. */
export interface BodyStream {
  /** A piece can be used until a mebibyte more was taken. */
  readonly pieces: Stream.Stream<Uint8Array, BodyRefused>;
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

/** The body of a request as a stream. To leave it early does not cut the connection, over which the answer is still sent. */
export const bodyStream = (incoming: IncomingMessage, deadline: BodyDeadline): BodyStream => {
  const pieces = Stream.suspend(() => {
    deadline.lift();
    const iterable = { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) };
    const release = releaseBehind();
    return Stream.tap(Stream.fromAsyncIterable<Uint8Array, BodyRefused>(iterable, incomplete), (piece) =>
      Effect.sync(() => release(piece))
    );
  });
  return {
    pieces: pieces.pipe(Stream.timeoutFail(incomplete, idle), Stream.ensuring(Effect.sync(() => deadline.set()))),
    cutOff: cutOff(incoming)
  };
};
