import type { Credentials } from "./Credentials.ts";

/** Encoded as a form before they are joined (RFC 6749 section 2.3.1). */
const encoded = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);

/** A confidential client with a secret (`client_secret_basic`); its tokens are bearer tokens. */
export const basicCredentials = (clientId: string, clientSecret: string): Credentials => ({
  atServer: async () => ({
    form: {},
    headers: { Authorization: `Basic ${btoa(`${encoded(clientId)}:${encoded(clientSecret)}`)}` }
  }),
  atResource: async (_, accessToken) => ({ Authorization: `Bearer ${accessToken}` })
});
