import type { PresentedToken } from "../../../application/token/authenticateRequest.ts";

/** Parses the header `Authorization` (RFC 6750 section 2.1, RFC 9449 section 7.1); null when it contains no access token. */
export const readAuthorization = (header: string, proof: string | null): PresentedToken | null => {
  const found = /^(dpop|bearer) +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header.trim());
  if (found === null) return null;
  return { scheme: found[1]?.toLowerCase() === "dpop" ? "DPoP" : "Bearer", token: found[2] ?? "", proof };
};
