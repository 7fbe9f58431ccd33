/** The first byte of a frame with a whole text message (RFC 6455 section 5.2). */
const wholeText = 0x81;

const maxShort = 125;
const maxMedium = 0xffff;

const headLength = (length: number): number => (length <= maxShort ? 2 : length <= maxMedium ? 4 : 10);

const writeHead = (frames: Buffer, at: number, length: number): number => {
  frames[at] = wholeText;
  if (length <= maxShort) {
    frames[at + 1] = length;
    return at + 2;
  }
  if (length <= maxMedium) {
    frames[at + 1] = maxShort + 1;
    return frames.writeUInt16BE(length, at + 2);
  }
  frames[at + 1] = maxShort + 2;
  return frames.writeBigUInt64BE(BigInt(length), at + 2);
};

/**
 * Returns the frames of text messages that begin alike, one after the other, so that a connection sends them with one write.
 * A server does not mask its frames.
 */
export const textFrames = (start: Buffer, ends: ReadonlyArray<Buffer>): Buffer => {
  const total = ends.reduce((sum, { length }) => sum + headLength(start.length + length) + start.length + length, 0);
  const frames = Buffer.allocUnsafe(total);
  let at = 0;
  for (const end of ends) {
    at = writeHead(frames, at, start.length + end.length);
    frames.set(start, at);
    frames.set(end, at + start.length);
    at += start.length + end.length;
  }
  return frames;
};
