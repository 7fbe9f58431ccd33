import { createHash, randomUUID } from "node:crypto";
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT
} from "jose";

/** The base64url SHA-256 of a text: `ath` of a token, challenge of a verifier. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** A key of an app: signs proofs and assertions with whatever header and claims a check wants to try. */
export class ProofKey {
  /** The private scalars of every key made so far. */
  static readonly privateScalars = new Set<string>();
  readonly jwk: JWK;
  /** The same key with its private member, for what must be refused. */
  readonly privateJwk: JWK;
  readonly jkt: string;
  #kid: string | null = null;
  readonly #sign: (jwt: SignJWT) => Promise<string>;

  private constructor(jwk: JWK, privateJwk: JWK, jkt: string, sign: (jwt: SignJWT) => Promise<string>) {
    this.jwk = jwk;
    this.privateJwk = privateJwk;
    this.jkt = jkt;
    this.#sign = sign;
  }

  static async make(): Promise<ProofKey> {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const [jwk, privateJwk] = await Promise.all([exportJWK(publicKey), exportJWK(privateKey)]);
    if (privateJwk.d !== undefined) ProofKey.privateScalars.add(privateJwk.d);
    return new ProofKey(jwk, privateJwk, await calculateJwkThumbprint(jwk), (jwt) => jwt.sign(privateKey));
  }

  /** The key of a client that is registered elsewhere, from its private JWK. */
  static async from(privateJwk: JWK): Promise<ProofKey> {
    const { crv, kty, x, y } = privateJwk;
    const jwk: JWK = { kty: String(kty), crv: String(crv), x: String(x), y: String(y) };
    const key = await importJWK(privateJwk, "ES256");
    if (privateJwk.d !== undefined) ProofKey.privateScalars.add(privateJwk.d);
    const made = new ProofKey(jwk, privateJwk, await calculateJwkThumbprint(jwk), (jwt) => jwt.sign(key));
    made.#kid = privateJwk.kid ?? null;
    return made;
  }

  /** Signs claims as they are said. */
  sign(claims: JWTPayload, header: Readonly<Record<string, unknown>>): Promise<string> {
    return this.#sign(new SignJWT(claims).setProtectedHeader({ alg: "ES256", ...header }));
  }

  /** A proof for one request (RFC 9449 section 4.2), good but for what is said otherwise. */
  proof(
    htm: string,
    htu: string,
    claims: JWTPayload = {},
    header: Readonly<Record<string, unknown>> = {}
  ): Promise<string> {
    const iat = Math.floor(Date.now() / 1000);
    return this.sign({ jti: randomUUID(), htm, htu, iat, ...claims }, { typ: "dpop+jwt", jwk: this.jwk, ...header });
  }

  /** A client assertion (RFC 7523 section 3), good but for what is said otherwise. */
  assertion(
    clientId: string,
    audience: string,
    claims: JWTPayload = {},
    header: Readonly<Record<string, unknown>> = {}
  ): Promise<string> {
    const iat = Math.floor(Date.now() / 1000);
    const good = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID(), iat, exp: iat + 60 };
    return this.sign({ ...good, ...claims }, { kid: this.kid, ...header });
  }

  get kid(): string {
    return this.#kid ?? this.jkt.slice(0, 16);
  }

  /** As a client registers it. */
  get registered(): JWK {
    return { ...this.jwk, kid: this.kid, use: "sig", alg: "ES256" };
  }
}
