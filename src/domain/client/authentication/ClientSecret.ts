import * as Schema from "effect/Schema";
import { constantTimeEqual } from "../../crypto/constantTimeEqual.ts";
import { sha256Base64Url } from "../../crypto/sha256.ts";

/**
 * What is kept of a client secret: SHA-256 of salt and secret. Secrets are 256 random bits of ours, so that a fast
 * hash gives nothing away; the salt makes equal secrets look different.
 */
export const HashedSecret = Schema.Struct({ salt: Schema.String, hash: Schema.String });
export type HashedSecret = typeof HashedSecret.Type;

/** Hashes a secret for keeping. */
export const hashSecret = (salt: string, secret: string): HashedSecret => ({
  salt,
  hash: sha256Base64Url(`${salt}.${secret}`)
});

/** Whether a presented secret is the kept one, in a time that does not tell. */
export const secretMatches = (kept: HashedSecret, presented: string): boolean =>
  constantTimeEqual(kept.hash, hashSecret(kept.salt, presented).hash);
