import { constantTimeEqual } from "../../crypto/constantTimeEqual.ts";
import { sha256Base64Url } from "../../crypto/sha256.ts";

/** Whether a text can be an S256 code challenge: 43 base64url characters (RFC 7636 section 4.2). */
export const isCodeChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Whether a text can be a code verifier: 43 to 128 unreserved characters (RFC 7636 section 4.1). */
export const isCodeVerifier = (text: string): boolean => /^[A-Za-z0-9\-._~]{43,128}$/.test(text);

/** Returns the S256 challenge of a verifier (RFC 7636 section 4.2). */
export const codeChallenge = (verifier: string): string => sha256Base64Url(verifier);

/** Whether a challenge was derived from a verifier (RFC 7636 section 4.6). */
export const verifierMatches = (challenge: string, verifier: string): boolean =>
  isCodeVerifier(verifier) && constantTimeEqual(challenge, codeChallenge(verifier));
