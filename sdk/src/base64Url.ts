/** Bytes of a text in UTF-8. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

/** Base64url without padding (RFC 4648 section 5). */
export const base64Url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** So many random bytes, as text. */
export const randomText = (bytes: number): string => base64Url(crypto.getRandomValues(new Uint8Array(bytes)));

/** The SHA-256 of a text: a `code_challenge` of a verifier (RFC 7636), an `ath` of a token (RFC 9449), a thumbprint (RFC 7638). */
export const sha256 = async (text: string): Promise<string> =>
  base64Url(await crypto.subtle.digest("SHA-256", bytesOf(text)));
