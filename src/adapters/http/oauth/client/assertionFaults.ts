import type { InvalidAssertion } from "../../../../domain/client/authentication/ClientAssertion.ts";

/** The faults of a client assertion, for the developer of the client (RFC 7523 section 3). */
export const assertionFaults: Readonly<Record<InvalidAssertion["reason"], string>> = {
  malformed: "it is not a compact JWS with a sub",
  "wrong-typ": "typ must be JWT or client-authentication+jwt",
  "alg-not-allowed": "alg must be ES256",
  "unknown-key": "no published key of the client has this kid",
  "bad-signature": "the signature does not match a published key of the client",
  "bad-claims": "iss, sub, aud, exp, iat and jti must be present and of the right type",
  "wrong-issuer": "iss and sub must be the client_id",
  "wrong-audience": "aud must be the issuer of this server, and nothing else",
  expired: "exp has passed; check the clock",
  "too-long": "exp must be at most 5 minutes ahead",
  "too-old": "iat must be at most a minute ago; create a new assertion for each request",
  "in-the-future": "iat or nbf is in the future; check the clock",
  replayed: "jti was already used; create a new assertion for each request",
  "key-of-proof": "client_assertion and the DPoP proof must be signed by different keys"
};
