import { parseJson } from "../parseJson.ts";

/** A stored login. Times are milliseconds since 1970 by the local clock. */
export interface StoredLogin {
  readonly did: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly renewAt: number;
  readonly expiresAt: number;
}

const isStoredLogin = (value: unknown): value is StoredLogin =>
  typeof value === "object" &&
  value !== null &&
  ["did", "accessToken", "refreshToken"].every((name) => name in value && typeof Reflect.get(value, name) === "string");

/** Reads a stored login; null for anything else. */
export const readLogin = (text: string | null): StoredLogin | null => {
  const value = parseJson(text);
  return isStoredLogin(value) ? value : null;
};
