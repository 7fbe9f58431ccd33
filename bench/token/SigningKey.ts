import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The key of a measured app. It signs with `node:crypto`, which adds least to the measured time. */
export class SigningKey {
  readonly #key: KeyObject;
  readonly #header: string;
  readonly jkt: string;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { crv, kty, x, y } = publicKey.export({ format: "jwk" });
    this.#key = privateKey;
    this.#header = encode({ typ: "dpop+jwt", alg: "ES256", jwk: { kty, crv, x, y } });
    this.jkt = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
  }

  /** A proof for a POST (RFC 9449 section 4.2). */
  proof(htu: string): string {
    const claims = encode({ jti: randomUUID(), htm: "POST", htu, iat: Math.floor(Date.now() / 1000) });
    const signed = `${this.#header}.${claims}`;
    const signature = sign("sha256", Buffer.from(signed), { key: this.#key, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  }
}
