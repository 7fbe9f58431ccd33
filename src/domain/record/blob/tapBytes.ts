/** The same pieces, each looked at when it is taken. */
export const tapBytes = (
  pieces: AsyncIterable<Uint8Array>,
  see: (piece: Uint8Array) => void
): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const source = pieces[Symbol.asyncIterator]();
    return {
      next: async () => {
        const next = await source.next();
        if (next.done !== true) see(next.value);
        return next;
      },
      return: async () => {
        await source.return?.();
        return { done: true, value: undefined };
      }
    };
  }
});
