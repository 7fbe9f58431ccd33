import type { Credentials } from "./Credentials.ts";

/** How a client sends its secret to the token endpoint, as it is registered. */
export type SecretMethod = "client_secret_basic" | "client_secret_post";

/** Form-encodes a value before it is joined with another (RFC 6749 section 2.3.1). */
const encoded = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);

/** The credentials of a confidential client with a secret. Its tokens are bearer tokens. */
export const secretCredentials = (clientId: string, secret: string, method: SecretMethod): Credentials => ({
  atServer: async () =>
    method === "client_secret_post"
      ? { form: { client_id: clientId, client_secret: secret }, headers: {} }
      : { form: {}, headers: { Authorization: `Basic ${btoa(`${encoded(clientId)}:${encoded(secret)}`)}` } },
  atResource: async (_, accessToken) => ({ Authorization: `Bearer ${accessToken}` })
});
