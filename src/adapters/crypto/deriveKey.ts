import { hkdfSync } from "node:crypto";

/** Derives a key of a given length from a secret for one purpose, by HKDF-SHA256 with an empty salt (RFC 5869). */
export const deriveKey = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", purpose, bytes));
