/** How a private key may be written in `OAUTH_SIGNING_KEY`. */
export const keyForms = ["multibase", "pem", "jwk"] as const;
export type KeyForm = (typeof keyForms)[number];
