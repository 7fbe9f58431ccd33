const utf8 = new TextEncoder();

/** The parts of a cosignature: when it was made, in seconds since 1970, and the Ed25519 signature of the message. */
export interface CosignedMessage {
  readonly time: number;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

/** Returns the message that a witness signs at a time (seconds since 1970) for the text of a checkpoint (C2SP tlog-cosignature). */
export const cosignatureMessage = (text: string, time: number): Uint8Array =>
  utf8.encode(`cosignature/v1\ntime ${time}\n${text}`);

/** Returns the bytes of a cosignature: the time in 8 bytes, the highest first, and the Ed25519 signature. */
export const cosignatureBytes = (time: number, signature: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(8 + signature.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(time));
  bytes.set(signature, 8);
  return bytes;
};

/** Returns what a cosignature of the text of a checkpoint consists of, or null if it does not have 72 bytes or its time is beyond 2^53. */
export const cosignedMessage = (text: string, cosignature: Uint8Array): CosignedMessage | null => {
  if (cosignature.length !== 72) return null;
  const time = Number(new DataView(cosignature.buffer, cosignature.byteOffset, 8).getBigUint64(0));
  if (!Number.isSafeInteger(time)) return null;
  return { time, message: cosignatureMessage(text, time), signature: cosignature.subarray(8) };
};
