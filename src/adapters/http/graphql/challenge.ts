/**
 * What a request is told whose credential is not good: the scheme, the error, the algorithms of proofs, and where the
 * resource describes itself (RFC 9449 section 7.1, RFC 9728 section 5.1).
 */
export const challenge = (
  publicUrl: string,
  error: "invalid_token" | "invalid_dpop_proof" | "invalid_request" | "use_dpop_nonce"
): string =>
  `DPoP error="${error}", algs="ES256", resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`;
