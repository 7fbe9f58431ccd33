import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { asObject } from "../json.ts";
import type { ProofKey } from "../ProofKey.ts";

type Claims = Readonly<Record<string, unknown>>;

/** Makes a proof of a key that is good but for one thing. */
export type Fault = (key: ProofKey, good: Claims) => Promise<string>;

const sign =
  (claims: Claims, header: Claims = {}): Fault =>
  (key, good) =>
    key.sign({ ...good, ...claims }, { typ: "dpop+jwt", jwk: key.jwk, ...header });

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A good proof whose signature was exchanged. */
const withSignature =
  (change: (signature: Buffer) => Buffer): Fault =>
  async (key, good) => {
    const [header = "", payload = "", signature = ""] = (await sign({})(key, good)).split(".");
    return `${header}.${payload}.${change(Buffer.from(signature, "base64url")).toString("base64url")}`;
  };

const unsigned =
  (header: Claims, signature = ""): Fault =>
  async (key, good) =>
    `${encoded({ typ: "dpop+jwt", jwk: key.jwk, ...header })}.${encoded(good)}.${signature}`;

const order = Buffer.from("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", "hex");

const der = (signature: Buffer): Buffer => {
  const integer = (bytes: Buffer) => {
    const first = bytes.findIndex((byte) => byte !== 0);
    const short = bytes.subarray(Math.max(0, first));
    const padded = (short[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), short]) : short;
    return Buffer.concat([Buffer.from([2, padded.length]), padded]);
  };
  const both = Buffer.concat([integer(signature.subarray(0, 32)), integer(signature.subarray(32))]);
  return Buffer.concat([Buffer.from([48, both.length]), both]);
};

/** Signed by HMAC with what everybody knows of the key. */
const byHmac: Fault = (key, good) =>
  new SignJWT({ ...good })
    .setProtectedHeader({ typ: "dpop+jwt", alg: "HS256", jwk: key.jwk })
    .sign(Buffer.from(`${key.jwk.x}${key.jwk.y}`));

const byRsa: Fault = async (_, good) => {
  const { privateKey, publicKey } = await generateKeyPair("PS256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  return new SignJWT({ ...good }).setProtectedHeader({ typ: "dpop+jwt", alg: "PS256", jwk }).sign(privateKey);
};

const byOtherCurve: Fault = async (_, good) => {
  const { privateKey, publicKey } = await generateKeyPair("ES384", { extractable: true });
  const jwk = await exportJWK(publicKey);
  return new SignJWT({ ...good }).setProtectedHeader({ typ: "dpop+jwt", alg: "ES384", jwk }).sign(privateKey);
};

const withoutClaim =
  (name: string): Fault =>
  (key, good) =>
    key.sign(Object.fromEntries(Object.entries(good).filter(([each]) => each !== name)), {
      typ: "dpop+jwt",
      jwk: key.jwk
    });

const offCurve = (jwk: Claims): Claims => ({ ...jwk, y: Buffer.alloc(32, 7).toString("base64url") });

/** What is no compact JWS with one header (RFC 9449 section 4.3, items 1 and 2). */
export const malformed: Readonly<Record<string, Fault>> = {
  empty: async () => "",
  "a word": async () => "proof",
  "two parts": async (key, good) => (await sign({})(key, good)).split(".").slice(0, 2).join("."),
  "four parts": async (key, good) => `${await sign({})(key, good)}.e30`,
  padded: async (key, good) => `${await sign({})(key, good)}=`,
  "with a blank": async (key, good) => (await sign({})(key, good)).replace(".", ". "),
  "joined by a comma": async (key, good) => `${await sign({})(key, good)}, ${await sign({})(key, good)}`,
  "flattened JSON": async (key, good) =>
    JSON.stringify({ payload: encoded(good), signature: await sign({})(key, good) })
};

export const wrongType: Readonly<Record<string, Fault>> = {
  missing: sign({}, { typ: undefined }),
  JWT: sign({}, { typ: "JWT" }),
  "at+jwt": sign({}, { typ: "at+jwt" }),
  "in upper case": sign({}, { typ: "DPOP+JWT " })
};

export const wrongAlgorithm: Readonly<Record<string, Fault>> = {
  none: unsigned({ alg: "none" }),
  "None with a signature": unsigned({ alg: "None" }, "AAAA"),
  HS256: byHmac,
  PS256: byRsa,
  ES384: byOtherCurve,
  absent: unsigned({}, "AAAA")
};

export const wrongKey: Readonly<Record<string, Fault>> = {
  missing: sign({}, { jwk: undefined }),
  "a text": sign({}, { jwk: "key" }),
  private: (key, good) => key.sign({ ...good }, { typ: "dpop+jwt", jwk: key.privateJwk }),
  symmetric: sign({}, { jwk: { kty: "oct", k: "AAAA" } }),
  "of another curve": (key, good) => sign({}, { jwk: { ...key.jwk, crv: "P-384" } })(key, good),
  "off the curve": (key, good) => sign({}, { jwk: offCurve(asObject(key.jwk)) })(key, good),
  "with a coordinate that is cut": (key, good) =>
    sign({}, { jwk: { ...key.jwk, x: String(key.jwk.x).slice(2) } })(key, good),
  "by reference only": sign({}, { jwk: undefined, kid: "1", jku: "https://client.example/jwks" })
};

export const wrongSignature: Readonly<Record<string, Fault>> = {
  "a bit turned": withSignature((signature) => Buffer.from([(signature[0] ?? 0) ^ 1, ...signature.subarray(1)])),
  DER: withSignature(der),
  zeros: withSignature(() => Buffer.alloc(64)),
  "r zero": withSignature((signature) => Buffer.concat([Buffer.alloc(32), signature.subarray(32)])),
  "s zero": withSignature((signature) => Buffer.concat([signature.subarray(0, 32), Buffer.alloc(32)])),
  "r the order": withSignature((signature) => Buffer.concat([order, signature.subarray(32)])),
  "s the order": withSignature((signature) => Buffer.concat([signature.subarray(0, 32), order])),
  short: withSignature((signature) => signature.subarray(0, 63)),
  long: withSignature((signature) => Buffer.concat([signature, Buffer.alloc(1)])),
  "of other claims": async (key, good) => {
    const [header = "", , signature = ""] = (await sign({})(key, good)).split(".");
    return `${header}.${encoded({ ...good, jti: randomUUID() })}.${signature}`;
  }
};

export const wrongClaims: Readonly<Record<string, Fault>> = {
  "no jti": withoutClaim("jti"),
  "no htm": withoutClaim("htm"),
  "no htu": withoutClaim("htu"),
  "no iat": withoutClaim("iat"),
  "jti a number": sign({ jti: 1 }),
  "jti empty": sign({ jti: "" }),
  "htm a list": sign({ htm: ["POST"] }),
  "htu an object": sign({ htu: {} }),
  "iat a text": (key, good) => sign({ iat: String(good.iat) })(key, good),
  "iat null": sign({ iat: null }),
  "jti of 257 bytes": sign({ jti: "j".repeat(257) })
};

export const wrongMethod: Readonly<Record<string, Fault>> = {
  GET: sign({ htm: "GET" }),
  "in lower case": sign({ htm: "post" }),
  "with a blank": sign({ htm: "POST " })
};

const changed =
  (change: (htu: string) => string): Fault =>
  (key, good) =>
    sign({ htu: change(String(good.htu)) })(key, good);

export const wrongUri: Readonly<Record<string, Fault>> = {
  "another host": changed((htu) => htu.replace(/\/\/[^/]+/, "//evil.example")),
  "another path": changed((htu) => `${htu}/x`),
  "another scheme": changed((htu) => htu.replace(/^https:/, "ftp:")),
  "another port": changed((htu) => htu.replace(/(\/\/[^/]+)/, "$1:8443")),
  userinfo: changed((htu) => htu.replace("//", "//evil@")),
  "a slash at the end": changed((htu) => `${htu}/`),
  "case of the path": changed((htu) => new URL(htu).origin + new URL(htu).pathname.toUpperCase()),
  relative: changed((htu) => new URL(htu).pathname)
};

export const equivalentUri: Readonly<Record<string, Fault>> = {
  "scheme and host in upper case": changed((htu) => {
    const { origin, pathname } = new URL(htu);
    return `${origin.toUpperCase()}${pathname}`;
  }),
  "the default port": changed((htu) => htu.replace(/^(https:\/\/[^/:]+)(?=\/)/, "$1:443")),
  "a letter encoded": changed((htu) => htu.replace(/(\w)$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)),
  "dot segments": changed((htu) => htu.replace(/\/([^/]+)$/, "/x/../$1")),
  query: changed((htu) => `${htu}?x=1`),
  fragment: changed((htu) => `${htu}#x`)
};

/** A proof with other claims, otherwise good. */
export const withClaims = sign;
