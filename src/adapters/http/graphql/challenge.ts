/** What is wrong with a credential (RFC 6750 section 3.1, RFC 9449 sections 7.1 and 9). */
type ChallengeError = "invalid_token" | "invalid_dpop_proof" | "invalid_request" | "use_dpop_nonce";

const errorsOfBearer: ReadonlyArray<ChallengeError> = ["invalid_token", "invalid_request"];

const resourceMetadata = (publicUrl: string): string =>
  `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`;

/**
 * Returns `WWW-Authenticate` for an invalid credential: both schemes, the error, the algorithms of proofs, and the URL of the
 * resource metadata (RFC 9449 section 7.1, RFC 9728 section 5.1). An error of proofs belongs to DPoP alone.
 */
export const challenge = (publicUrl: string, error: ChallengeError): string => {
  const errorParameter = `error="${error}"`;
  const bearer = errorsOfBearer.includes(error) ? `${errorParameter}, ` : "";
  const where = resourceMetadata(publicUrl);
  return `DPoP ${errorParameter}, algs="ES256", ${where}, Bearer ${bearer}${where}`;
};

/**
 * Returns `WWW-Authenticate` for a request without a credential, which contains no error (RFC 6750 section 3.1). Bearer comes
 * first, because clients of the Model Context Protocol read only the first scheme.
 */
export const anonymousChallenge = (publicUrl: string): string => {
  const where = resourceMetadata(publicUrl);
  return `Bearer ${where}, DPoP algs="ES256", ${where}`;
};
