import { sha256 } from "../base64Url.ts";
import type { BegunLogin } from "./BegunLogin.ts";

interface LoginRequest {
  readonly clientId: string;
  readonly handle: string | undefined;
  readonly scope: string | undefined;
  /** The thumbprint of the key that the code is bound to. */
  readonly dpopJkt?: string;
}

/** Normalizes a typed handle, which may start with @ or have spaces around it. */
const cleaned = (handle: string | undefined): string => (handle ?? "").trim().replace(/^@/, "");

/** Returns the parameters of an authorization request (RFC 6749 section 4.1.1, RFC 7636 section 4.3). */
export const authorizationParameters = async (
  { redirectUri, state, verifier }: BegunLogin,
  { clientId, dpopJkt, handle, scope }: LoginRequest
): Promise<Record<string, string>> => {
  const hint = cleaned(handle);
  return {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: await sha256(verifier),
    code_challenge_method: "S256",
    state,
    ...(hint !== "" && { login_hint: hint }),
    ...(scope !== undefined && { scope }),
    ...(dpopJkt !== undefined && { dpop_jkt: dpopJkt })
  };
};
