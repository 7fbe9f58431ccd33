import type { Connection } from "../http/Connection.ts";
import type { StoredLogin } from "../session/StoredLogin.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { Credentials } from "./Credentials.ts";
import { postForm } from "./postForm.ts";

/** How long before their expiry tokens are refreshed, in milliseconds; a tenth of their lifetime if that is shorter. */
const renewalMarginMs = 30_000;

/** Requests tokens from the token endpoint (RFC 6749 sections 4.1.3 and 6). */
export const requestTokens = async (
  connection: Connection,
  credentials: Credentials,
  grant: Readonly<Record<string, string>>
): Promise<StoredLogin> => {
  const body = await postForm(connection, credentials, "/oauth/token", grant);
  const { access_token: accessToken, refresh_token: refreshToken, sub: did } = body;
  if (typeof accessToken !== "string" || typeof refreshToken !== "string" || typeof did !== "string") {
    throw new TidemarkError(
      "bad_answer",
      `${connection.server} returned no access_token, refresh_token or sub. Register the client with the grant type refresh_token.`
    );
  }
  const lifetime = Number(body.expires_in ?? 300) * 1000;
  const now = connection.platform.now();
  return {
    did,
    accessToken,
    refreshToken,
    expiresAt: now + lifetime,
    renewAt: now + lifetime - Math.min(renewalMarginMs, lifetime / 10)
  };
};
