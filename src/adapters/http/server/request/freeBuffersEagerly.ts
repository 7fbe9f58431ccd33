/** Bytes that may still be on their way through buffers of the process, generously. */
const bytesInTransit = 1_048_576;
/** Smaller pieces are not worth it, and there can be very many of them. */
const minPieceBytes = 4_096;

const release = ({ buffer, byteLength }: Uint8Array): void => {
  // What is only a part of its memory may share it with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

/**
 * Gives the memory of large pieces back once so many bytes came after them: the garbage collector lets tens of megabytes
 * of them lie before it looks, since they are not on its heap.
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
