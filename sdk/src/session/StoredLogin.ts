import { parseStored } from "../parseStored.ts";

/** A stored login. Times are milliseconds since 1970 by the local clock. */
export interface StoredLogin {
  readonly did: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** Reads a stored login; null for anything else. */
export const readLogin = (text: string | null) => parseStored<StoredLogin>(text, "did", "accessToken", "refreshToken");
