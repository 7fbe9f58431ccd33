/** A generous bound on the bytes still in buffers of the process. */
const bytesInTransit = 1_048_576;
/** Smaller chunks are not worth the cost, and there can be many of them. */
const minPieceBytes = 4_096;

const release = ({ buffer, byteLength }: Uint8Array): void => {
  // A view of part of its memory may share it with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

/**
 * Frees the memory of large chunks after a number of later bytes. The garbage collector would leave tens of megabytes of
 * them, because they are not on its heap.
 */
export const freeBuffersEagerly = (): ((piece: Uint8Array) => void) => {
  const held: Array<{ readonly piece: Uint8Array; readonly end: number }> = [];
  let total = 0;
  return (piece) => {
    total += piece.byteLength;
    if (piece.byteLength >= minPieceBytes) held.push({ piece, end: total });
    for (let [oldest] = held; oldest !== undefined && total - oldest.end >= bytesInTransit; [oldest] = held) {
      held.shift();
      release(oldest.piece);
    }
  };
};
