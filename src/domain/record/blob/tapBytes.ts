import { wrapPieces } from "./wrapPieces.ts";

/** The same pieces; `see` is called with each when it is taken. */
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
