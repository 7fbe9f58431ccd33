import { type KeyObject, sign, verify } from "node:crypto";
import * as Option from "effect/Option";
import { derOfSignature, signatureOfDer } from "../../domain/crypto/ecdsaSignature.ts";

const signatureLength = 64;

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Returns the encoded header, which all JWSs of one key have in common. */
export const encodedHeader = (header: object): string => encoded(header);

/**
 * Signs a payload with ES256 as a compact JWS (RFC 7515 section 7.1). OpenSSL signs on this thread: handing the work to a
 * thread of the pool costs more processor time than the signature. The key is passed by itself, and the signature is
 * converted (RFC 7518 section 3.4), because Node.js throws and catches two errors for a key with options.
 */
export const signCompact = (header: string, payload: object, key: KeyObject): string => {
  const input = `${header}.${encoded(payload)}`;
  const signature = signatureOfDer(sign("sha256", Buffer.from(input, "latin1"), key));
  return `${input}.${Buffer.from(signature).toString("base64url")}`;
};

/**
 * Verifies the ES256 signature of a compact JWS, and returns its payload; none if the signature is not valid. The caller has
 * checked the form and the header. A signature has one encoding only.
 */
export const verifyCompact = (compact: string, key: KeyObject): Option.Option<Buffer> => {
  const dot = compact.lastIndexOf(".");
  const text = compact.slice(dot + 1);
  const signature = Buffer.from(text, "base64url");
  if (signature.length !== signatureLength || signature.toString("base64url") !== text) return Option.none();
  const input = compact.slice(0, dot);
  return verify("sha256", Buffer.from(input, "latin1"), key, derOfSignature(signature))
    ? Option.some(Buffer.from(input.slice(input.indexOf(".") + 1), "base64url"))
    : Option.none();
};

/** Whether a header has extensions that a recipient must understand; none are understood (RFC 7515 section 4.1.11). */
export const hasExtensions = (header: object): boolean => "crit" in header || "b64" in header;
