import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { BlobRefused } from "./refusals.ts";

/**
 * The bytes of a blob, which go no further when they are too many, none, or stop to come: then `refused` is told, and
 * what follows is left waiting, so that half a blob is never taken for a whole one.
 */
export const boundedBytes = <E>(
  bytes: Stream.Stream<Uint8Array, E>,
  limit: number,
  refused: Deferred.Deferred<never, BlobRefused>
): Stream.Stream<Uint8Array> =>
  Stream.suspend(() => {
    let size = 0;
    const refuse = (reason: BlobRefused["reason"]) =>
      Effect.zipRight(Deferred.fail(refused, new BlobRefused({ reason, size: null, limit })), Effect.never);
    const counted = Stream.mapEffect(bytes, (piece) => {
      size += piece.length;
      return size > limit ? refuse("above-limit") : Effect.succeed(piece);
    });
    const end = Stream.suspend(() => (size === 0 ? Stream.fromEffect(refuse("empty")) : Stream.empty));
    return Stream.concat(
      Stream.catchAll(counted, () => Stream.fromEffect(refuse("incomplete"))),
      end
    );
  });
