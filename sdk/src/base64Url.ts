/** Encodes a text in UTF-8. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

/** Encodes bytes as base64url without padding (RFC 4648 section 5). */
export const base64Url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** Returns the given number of random bytes as base64url. */
export const randomText = (bytes: number): string => base64Url(crypto.getRandomValues(new Uint8Array(bytes)));

/** Returns the SHA-256 of a text as base64url: a `code_challenge` of a verifier (RFC 7636), an `ath` of a token (RFC 9449), a thumbprint (RFC 7638). */
export const sha256 = async (text: string): Promise<string> =>
  base64Url(await crypto.subtle.digest("SHA-256", bytesOf(text)));
