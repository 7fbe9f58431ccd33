/** A signature of 64 bytes to verify. */
export interface SignatureCheck {
  readonly key: string;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

/** Signatures for a thread. `bytes` holds each message, followed by its signature, and belongs to the thread then. */
export interface SignatureTask {
  readonly number: number;
  readonly keys: ReadonlyArray<string>;
  /** The length of each message in bytes. */
  readonly lengths: ReadonlyArray<number>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a thread sends: that it is ready, and which signatures of a task are valid. */
export type SignatureOutcome =
  | { readonly _tag: "Ready" }
  | { readonly _tag: "Done"; readonly number: number; readonly valid: ReadonlyArray<boolean> };

const signatureLength = 64;

/** Returns the task for checks. The bytes are copied, because what they are parts of may be much larger. */
export const signatureTask = (number: number, checks: ReadonlyArray<SignatureCheck>): SignatureTask => {
  const lengths = checks.map(({ message }) => message.length);
  const bytes = new Uint8Array(lengths.reduce((total, length) => total + length + signatureLength, 0));
  let at = 0;
  for (const { message, signature } of checks) {
    bytes.set(message, at);
    bytes.set(signature, at + message.length);
    at += message.length + signatureLength;
  }
  return { number, keys: checks.map(({ key }) => key), lengths, bytes };
};

/** Returns the checks of a task. */
export const signatureChecks = ({ bytes, keys, lengths }: SignatureTask): ReadonlyArray<SignatureCheck> => {
  let at = 0;
  return keys.map((key, place) => {
    const end = at + (lengths[place] ?? 0);
    const check = { key, message: bytes.subarray(at, end), signature: bytes.subarray(end, end + signatureLength) };
    at = end + signatureLength;
    return check;
  });
};
