import { randomText } from "../base64Url.ts";
import { parseStored } from "../parseStored.ts";

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

/** Reads a stored login in progress; null for anything else. */
export const readBegunLogin = (text: string | null) =>
  parseStored<BegunLogin>(text, "state", "verifier", "redirectUri");
