import type { Connection } from "../http/Connection.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { BegunLogin } from "./BegunLogin.ts";

/** The parameters of an answer to a login; none of them means anything to the app. */
export const responseParameters = ["code", "state", "iss", "error", "error_description"];

/** The code of the answer to a login (RFC 6749 section 4.1.2), if it is the answer to this one, from this server (RFC 9207). */
export const authorizationCode = (
  answer: URLSearchParams,
  begun: BegunLogin | null,
  { loginMethod, server }: Connection
): string => {
  const error = answer.get("error");
  if (begun === null) {
    throw new TidemarkError(
      "login_missing",
      `This is the answer to a login that was not begun in this ${loginMethod === "beginLogin" ? "browser" : "tab"}, or was finished before. Call ${loginMethod} again.`,
      { code: error ?? undefined }
    );
  }
  if (answer.get("state") !== begun.state) {
    throw new TidemarkError(
      "state_mismatch",
      `state is not the one that was sent: this answer belongs to another login, and may be forged. Call ${loginMethod} again.`
    );
  }
  const issuer = answer.get("iss");
  if (issuer !== null && issuer !== server) {
    throw new TidemarkError(
      "state_mismatch",
      `This answer is from ${issuer}, and the login was begun at ${server}. server must be exactly what the instance calls itself.`
    );
  }
  if (error !== null) {
    const said = answer.get("error_description") ?? error;
    throw new TidemarkError("login_refused", `Not logged in: ${said}`, { code: error });
  }
  const code = answer.get("code");
  if (code === null) throw new TidemarkError("bad_answer", "The answer to the login has neither code nor error.");
  return code;
};

/** What the code is redeemed with. */
export const codeGrant = (code: string, { redirectUri, verifier }: BegunLogin): Readonly<Record<string, string>> => ({
  grant_type: "authorization_code",
  code,
  redirect_uri: redirectUri,
  code_verifier: verifier
});
