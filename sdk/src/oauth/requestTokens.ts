import type { Connection } from "../http/Connection.ts";
import type { StoredLogin } from "../session/StoredLogin.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { Credentials } from "./Credentials.ts";
import { postForm } from "./postForm.ts";

/** Tokens are renewed so long before they expire, or a tenth of their life if that is less. */
const renewalMarginMs = 30_000;

/** Asks the token endpoint (RFC 6749 sections 4.1.3 and 6). */
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
      `${connection.server} gave no access_token, refresh_token or sub. The client must be registered with the grant type refresh_token.`
    );
  }
  const life = Number(body.expires_in ?? 300) * 1000;
  const now = connection.platform.now();
  return {
    did,
    accessToken,
    refreshToken,
    expiresAt: now + life,
    renewAt: now + life - Math.min(renewalMarginMs, life / 10)
  };
};
