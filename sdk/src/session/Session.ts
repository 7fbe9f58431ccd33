import { hasReason } from "../hasReason.ts";
import type { Connection } from "../http/Connection.ts";
import type { Credentials } from "../oauth/Credentials.ts";
import { requestTokens } from "../oauth/requestTokens.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { FallbackTokens } from "./FallbackTokens.ts";
import { readLogin, type StoredLogin } from "./StoredLogin.ts";

type MaybePromise<A> = A | Promise<A>;

/** The storage of one login, as text, which several tabs or processes share. */
export interface LoginStorage {
  readonly get: () => MaybePromise<string | null>;
  readonly set: (text: string) => MaybePromise<void>;
  readonly remove: () => MaybePromise<void>;
}

/** Runs one operation at a time, in all tabs. */
export type Exclusively = <A>(run: () => Promise<A>) => Promise<A>;

/** A login whose tokens are refreshed as needed. */
export interface Session {
  /** Starts a login with a grant. `freeSpace` runs after the tokens arrive and before they are stored. */
  readonly begin: (grant: Readonly<Record<string, string>>, freeSpace: () => void) => Promise<StoredLogin>;
  /** Returns the login with a valid token; with a different one than `refused`, which the server rejected. */
  readonly fresh: (refused?: string) => Promise<StoredLogin>;
  /** Deletes this login, unless another one has replaced it. */
  readonly forget: (login: StoredLogin) => Promise<void>;
}

interface Options {
  readonly storage: LoginStorage;
  /** Holds the tokens that `storage` cannot store. */
  readonly fallback: FallbackTokens;
  readonly exclusively: Exclusively;
  /** Revokes unused tokens at the server. */
  readonly discard: (login: StoredLogin) => Promise<unknown>;
}

/** The error for a request that requires a login. */
export const notLoggedIn = ({ loginMethod }: Connection): TidemarkError =>
  new TidemarkError(
    "not_logged_in",
    `Nobody is logged in. Call ${loginMethod} first, or use publicQuery for public data.`
  );

/** The text that replaces a stored login whose refresh token has been used and must not be used again. */
const withoutTokens = (login: StoredLogin): string =>
  JSON.stringify({ ...login, accessToken: "", renewAt: 0, expiresAt: 0 });

export const makeSession = (
  connection: Connection,
  credentials: Credentials,
  { discard, exclusively, storage, fallback }: Options
): Session => {
  const { now } = connection.platform;
  const read = async () => storage.get();

  /** Returns the latest tokens, wherever they are, and the stored text. */
  const latest = async () => {
    const text = await storage.get();
    const stored = readLogin(text);
    const renewed = stored && (await fallback.find(text ?? ""));
    return { text: text ?? "", login: renewed ?? stored, isFallback: renewed !== null };
  };

  /** Stores the refreshed login for the one stored as `text`. A full disk loses nothing and logs nobody out. */
  const save = async (login: StoredLogin, text: string): Promise<void> => {
    try {
      await storage.set(JSON.stringify(login));
      await fallback.clear();
    } catch {
      const stored = readLogin(text);
      if ((await fallback.store(text, login)) || stored === null) return;
      // Only this page has the new tokens: no other tab may use the old refresh token as if it were still valid.
      const mark = withoutTokens(stored);
      try {
        await storage.set(mark);
        await fallback.store(mark, login);
      } catch {}
    }
  };

  const forget = async (login: StoredLogin) => {
    if ((await latest()).login?.refreshToken !== login.refreshToken) return;
    await storage.remove();
    await fallback.clear();
  };

  const renew = async (login: StoredLogin, text: string): Promise<StoredLogin> => {
    const grant = { grant_type: "refresh_token", refresh_token: login.refreshToken };
    const renewed = await requestTokens(connection, credentials, grant).catch(async (error: unknown) => {
      if (hasReason(error, "login_expired")) await forget(login);
      throw error;
    });
    // If the storage cannot be read, it is assumed to be unchanged: the new tokens must not be lost.
    const stored = await read().catch(() => text);
    const current = readLogin(stored);
    if (stored === text) {
      await save(renewed, text);
      return renewed;
    }
    // Another tab or process without this lock was faster and received the same tokens.
    if (current?.did === login.did) return current;
    // The user has logged out in the meantime: nobody will use these tokens.
    await discard(renewed);
    throw notLoggedIn(connection);
  };

  const isDue = (login: StoredLogin, refused: string | undefined) =>
    login.accessToken === refused || !(login.renewAt > now());

  /** Refreshes the login if due. While the server is unavailable, a token that is still valid is used. */
  const renewIfDue = async (refused: string | undefined): Promise<StoredLogin> => {
    const { isFallback, login, text } = await latest();
    if (login === null) throw notLoggedIn(connection);
    if (!isDue(login, refused)) {
      // There may be space again.
      if (isFallback) await save(login, text);
      return login;
    }
    if (login.accessToken === "") {
      throw new TidemarkError(
        "storage_unavailable",
        `Only another tab has the refreshed tokens: they could not be stored. Free some space, or call ${connection.loginMethod} again.`
      );
    }
    return renew(login, text).catch((error: unknown) => {
      const isTemporary = hasReason(error, "unreachable", "unavailable");
      if (isTemporary && login.accessToken !== refused && login.expiresAt > now()) return login;
      throw error;
    });
  };

  return {
    begin: async (grant, freeSpace) => {
      const login = await requestTokens(connection, credentials, grant);
      await fallback.clear();
      try {
        freeSpace();
        await storage.set(JSON.stringify(login));
      } catch (error) {
        await discard(login);
        throw error;
      }
      return login;
    },
    forget,
    fresh: async (refused) => {
      const login = readLogin(await read());
      if (login === null) throw notLoggedIn(connection);
      return isDue(login, refused) ? exclusively(() => renewIfDue(refused)) : login;
    }
  };
};
