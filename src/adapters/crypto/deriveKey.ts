import { hkdfSync } from "node:crypto";

/** That many bytes of HKDF-SHA256 (RFC 5869) of a secret, for one purpose; the salt is empty. */
export const deriveKey = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", purpose, bytes));
