import { wrapPieces } from "./wrapPieces.ts";

/** Returns the same pieces, and passes each one to `see` when it is read. */
export const tapBytes = (
  pieces: AsyncIterable<Uint8Array>,
  see: (piece: Uint8Array) => void
): AsyncIterable<Uint8Array> =>
  wrapPieces(() => {
    const source = pieces[Symbol.asyncIterator]();
    return {
      source,
      next: async () => {
        const next = await source.next();
        if (next.done !== true) see(next.value);
        return next;
      }
    };
  });
