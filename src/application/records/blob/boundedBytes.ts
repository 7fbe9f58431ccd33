import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import { wrapPieces } from "../../../domain/record/blob/wrapPieces.ts";
import { BlobRefused } from "../write/recordErrors.ts";

/**
 * The bytes of a blob, which go no further when they are too many, none, or stop to come: then `refused` is told, and
 * who takes them is left waiting, so that half a blob is never taken for a whole one. An `AsyncIterable` and no `Stream`,
 * which would leave as much garbage behind as there are bytes.
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
