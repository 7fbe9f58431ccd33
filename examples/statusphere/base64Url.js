/** Bytes as base64url without padding (RFC 4648 section 5). */
export const base64Url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const utf8 = new TextEncoder();

export const randomText = (bytes) => base64Url(crypto.getRandomValues(new Uint8Array(bytes)));
export const textToBase64Url = (text) => base64Url(utf8.encode(text));
export const sha256 = async (text) => base64Url(await crypto.subtle.digest("SHA-256", utf8.encode(text)));
