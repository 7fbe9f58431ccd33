import * as Redacted from "effect/Redacted";

/** Returns the token of an `Authorization: Bearer` header (RFC 6750 section 2.1); null if there is none. */
export const bearerToken = (authorization: string | null): Redacted.Redacted | null => {
  const token = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization?.trim() ?? "")?.[1];
  return token === undefined ? null : Redacted.make(token);
};
