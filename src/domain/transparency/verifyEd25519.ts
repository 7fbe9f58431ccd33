import { ed25519 } from "@noble/curves/ed25519.js";
import type { VerifyEd25519 } from "./verifyNote.ts";

/** Verifies in plain JavaScript, strictly as in RFC 8032, in a few milliseconds. A malformed key or signature is false. */
export const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) => {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
};
