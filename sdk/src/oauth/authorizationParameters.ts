import { sha256 } from "../base64Url.ts";
import type { BegunLogin } from "./BegunLogin.ts";

interface Asked {
  readonly clientId: string;
  readonly handle: string | undefined;
  readonly scope: string | undefined;
  /** The thumbprint of the key that the code is bound to. */
  readonly dpopJkt?: string;
}

/** A handle as people write it: with an @ before it, or spaces around. */
const cleaned = (handle: string | undefined): string => (handle ?? "").trim().replace(/^@/, "");

/** What `/oauth/authorize` is asked (RFC 6749 section 4.1.1, RFC 7636 section 4.3). */
export const authorizationParameters = async (
  { redirectUri, state, verifier }: BegunLogin,
  { clientId, dpopJkt, handle, scope }: Asked
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
