import type { Credentials } from "./Credentials.ts";

/** How a client presents its secret at the token endpoint, by the name that it is registered with. */
export type SecretMethod = "client_secret_basic" | "client_secret_post";

/** Encoded as a form before they are joined (RFC 6749 section 2.3.1). */
const encoded = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);

/** A confidential client with a secret; its tokens are bearer tokens. */
export const secretCredentials = (clientId: string, secret: string, method: SecretMethod): Credentials => ({
  atServer: async () =>
    method === "client_secret_post"
      ? { form: { client_id: clientId, client_secret: secret }, headers: {} }
      : { form: {}, headers: { Authorization: `Basic ${btoa(`${encoded(clientId)}:${encoded(secret)}`)}` } },
  atResource: async (_, accessToken) => ({ Authorization: `Bearer ${accessToken}` })
});
