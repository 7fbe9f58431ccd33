/** The length of each of the two numbers of a P-256 signature. */
const length = 32;

/** The DER of an unsigned number (X.690 section 8.3): as short as possible, and with a zero before a first bit that is set. */
const integer = (bytes: Uint8Array): ReadonlyArray<number> => {
  const first = bytes.findIndex((byte) => byte !== 0);
  const shortest = first === -1 ? bytes.subarray(-1) : bytes.subarray(first);
  const padded = (shortest[0] ?? 0) >= 0x80 ? [0, ...shortest] : [...shortest];
  return [0x02, padded.length, ...padded];
};

/** Returns the DER of a signature of 64 bytes (RFC 3279 section 2.2.3), as OpenSSL reads it. */
export const derOfSignature = (signature: Uint8Array): Uint8Array => {
  const numbers = [...integer(signature.subarray(0, length)), ...integer(signature.subarray(length))];
  return Uint8Array.from([0x30, numbers.length, ...numbers]);
};

/** Returns the 64 bytes of a signature in DER, as OpenSSL writes it. */
export const signatureOfDer = (der: Uint8Array): Uint8Array => {
  const signature = new Uint8Array(2 * length);
  const put = (at: number, end: number): number => {
    const bytes = der.subarray(at + 2, at + 2 + (der[at + 1] ?? 0));
    const number = bytes.subarray(-length);
    signature.set(number, end - number.length);
    return at + 2 + bytes.length;
  };
  put(put(2, length), 2 * length);
  return signature;
};
