/**
 * One run over the pieces of a blob: where they come from, how the next is taken, and what happens before a run is
 * left.
 */
interface PieceRun {
  readonly source: AsyncIterator<Uint8Array>;
  readonly next: () => Promise<IteratorResult<Uint8Array>>;
  readonly beforeReturn?: () => void;
}

/**
 * An iterable over pieces that come from another one; `open` begins a run. A consumer that leaves early ends the source
 * at once, also while a piece is awaited, for which an async generator would wait.
 */
export const wrapPieces = (open: () => PieceRun): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const { beforeReturn, next, source } = open();
    return {
      next,
      return: async () => {
        beforeReturn?.();
        await source.return?.();
        return { done: true, value: undefined };
      }
    };
  }
});
