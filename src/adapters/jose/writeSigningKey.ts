import { createPrivateKey } from "node:crypto";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { base58btc } from "multiformats/bases/base58";
import type { SigningKey } from "../../domain/crypto/SigningKey.ts";
import { EcPrivateJwk } from "./EcPrivateJwk.ts";

const decode = Schema.decodeSync(Schema.parseJson(EcPrivateJwk));

/** The multicodec `p256-priv` as a varint. */
const p256Private = Uint8Array.of(0x86, 0x26);

const multibase = ({ d }: EcPrivateJwk): string =>
  base58btc.encode(Uint8Array.from([...p256Private, ...Buffer.from(d, "base64url")]));

const pem = (jwk: EcPrivateJwk): string =>
  createPrivateKey({ key: { ...jwk }, format: "jwk" })
    .export({ type: "pkcs8", format: "pem" })
    .toString();

const written = { multibase, pem, jwk: (jwk: EcPrivateJwk): string => JSON.stringify(jwk) };

/** Formats a private key for `OAUTH_SIGNING_KEY`. */
export const writeSigningKey = (key: SigningKey, form: keyof typeof written): Redacted.Redacted =>
  Redacted.make(written[form](decode(Redacted.value(key.jwk))));

/** Returns the public half of a key, as the service publishes it (RFC 7517 section 4). */
export const publishedKey = ({ jwk, kid }: SigningKey) => {
  const { crv, kty, x, y } = decode(Redacted.value(jwk));
  return { kty, crv, x, y, kid, alg: "ES256", use: "sig" } as const;
};
