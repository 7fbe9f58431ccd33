import type { Connection } from "../http/Connection.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { BegunLogin } from "./BegunLogin.ts";

/** The parameters of the response to a login. The app does not need them. */
export const responseParameters = ["code", "state", "iss", "error", "error_description"];

/** Returns the code of the response to a login (RFC 6749 section 4.1.2). Fails unless it belongs to this login and comes from this server (RFC 9207). */
export const authorizationCode = (
  response: URLSearchParams,
  begun: BegunLogin | null,
  { loginMethod, server }: Connection
): string => {
  const error = response.get("error");
  if (begun === null) {
    throw new TidemarkError(
      "login_missing",
      `This response belongs to a login that was not started in this ${loginMethod === "beginLogin" ? "browser" : "tab"}, or was already completed. Call ${loginMethod} again.`,
      { code: error ?? undefined }
    );
  }
  if (response.get("state") !== begun.state) {
    throw new TidemarkError(
      "state_mismatch",
      `state does not match: this response belongs to another login and may be forged. Call ${loginMethod} again.`
    );
  }
  const issuer = response.get("iss");
  if (issuer !== null && issuer !== server) {
    throw new TidemarkError(
      "state_mismatch",
      `This response is from ${issuer}, but the login was started at ${server}. Set server to exactly the issuer of the instance.`
    );
  }
  if (error !== null) {
    const description = response.get("error_description") ?? error;
    throw new TidemarkError("login_refused", `Not logged in: ${description}`, { code: error });
  }
  const code = response.get("code");
  if (code === null) throw new TidemarkError("bad_answer", "The response has neither code nor error.");
  return code;
};

/** Returns the parameters that redeem the code. */
export const codeGrant = (code: string, { redirectUri, verifier }: BegunLogin): Readonly<Record<string, string>> => ({
  grant_type: "authorization_code",
  code,
  redirect_uri: redirectUri,
  code_verifier: verifier
});
