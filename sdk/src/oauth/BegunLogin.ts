import { randomText } from "../base64Url.ts";
import { parseJson } from "../parseJson.ts";

/** What is stored while the user is at their server: `verifier` of PKCE (RFC 7636), `state` (RFC 6749 section 10.12). */
export interface BegunLogin {
  readonly state: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** Starts a login: 32 random bytes for the verifier, 16 for `state`. */
export const beginLogin = (redirectUri: string): BegunLogin => ({
  state: randomText(16),
  verifier: randomText(32),
  redirectUri
});

const isBegunLogin = (value: unknown): value is BegunLogin =>
  typeof value === "object" && value !== null && "state" in value && "verifier" in value && "redirectUri" in value;

/** Reads a stored login in progress; null for anything else. */
export const readBegunLogin = (text: string | null): BegunLogin | null => {
  const value = parseJson(text);
  return isBegunLogin(value) ? value : null;
};
