import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import { wrapPieces } from "../../../domain/record/blob/wrapPieces.ts";
import { BlobRefused } from "../write/recordErrors.ts";

/**
 * Passes on the bytes of a blob until there are too many, there are none, or they stop arriving: then `refused` is
 * notified and the consumer is left waiting, so that a truncated blob is never taken for a complete one. It is an
 * `AsyncIterable` instead of a `Stream`, which would allocate garbage in proportion to the bytes.
 */
export const boundedBytes = (
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
  refused: Deferred.Deferred<never, BlobRefused>
): AsyncIterable<Uint8Array> =>
  wrapPieces(() => {
    const source = bytes[Symbol.asyncIterator]();
    let size = 0;
    const refuse = (reason: BlobRefused["reason"]): Promise<never> => {
      Deferred.unsafeDone(refused, Effect.fail(new BlobRefused({ reason, size: null, limit })));
      return new Promise(() => undefined);
    };
    return {
      source,
      next: async () => {
        const next = await source.next().catch(() => null);
        if (next === null) return refuse("incomplete");
        if (next.done === true) return size === 0 ? refuse("empty") : next;
        size += next.value.length;
        return size > limit ? refuse("above-limit") : next;
      }
    };
  });
