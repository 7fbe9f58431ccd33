import { hasReason } from "../hasReason.ts";
import type { Connection } from "../http/Connection.ts";
import type { Credentials } from "../oauth/Credentials.ts";
import { requestTokens } from "../oauth/requestTokens.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { FallbackTokens } from "./FallbackTokens.ts";
import { readLogin, type StoredLogin } from "./StoredLogin.ts";

type Eventually<A> = A | Promise<A>;

/** Where one login is kept, as text; what several tabs or processes share. */
export interface LoginStorage {
  readonly get: () => Eventually<string | null>;
  readonly set: (text: string) => Eventually<void>;
  readonly remove: () => Eventually<void>;
}

/** Runs one of them at a time, in all tabs. */
export type Exclusively = <A>(run: () => Promise<A>) => Promise<A>;

/** A login, and its tokens kept fresh. */
export interface Session {
  /** Begins a login by a grant. `makeRoom` runs when the tokens are there, before they are stored. */
  readonly begin: (grant: Readonly<Record<string, string>>, makeRoom: () => void) => Promise<StoredLogin>;
  /** The login with a token that is good; another one than `refused`, which the server did not accept. */
  readonly fresh: (refused?: string) => Promise<StoredLogin>;
  /** Forgets this login, unless another one has taken its place. */
  readonly forget: (login: StoredLogin) => Promise<void>;
}

interface Options {
  readonly place: LoginStorage;
  /** Where tokens are that `place` cannot store. */
  readonly fallback: FallbackTokens;
  readonly exclusively: Exclusively;
  /** Ends tokens at the server that nobody is left to use. */
  readonly discard: (login: StoredLogin) => Promise<unknown>;
}

export const notLoggedIn = ({ loginMethod }: Connection): TidemarkError =>
  new TidemarkError(
    "not_logged_in",
    `Nobody is logged in. Call ${loginMethod} first, or publicQuery for what everybody may see.`
  );

/** What is stored in place of a login whose refresh token was used, and must not be used again. */
const withoutTokens = (login: StoredLogin): string =>
  JSON.stringify({ ...login, accessToken: "", renewAt: 0, expiresAt: 0 });

export const makeSession = (
  connection: Connection,
  credentials: Credentials,
  { discard, exclusively, place, fallback }: Options
): Session => {
  const { now } = connection.platform;
  const read = async () => place.get();

  /** The latest tokens, wherever they are, and what is stored in the place. */
  const latest = async () => {
    const text = await place.get();
    const stored = readLogin(text);
    const renewed = stored && (await fallback.find(text ?? ""));
    return { text: text ?? "", login: renewed ?? stored, isFallback: renewed !== null };
  };

  /** Stores what the login that is stored as `text` was renewed to. A full disk loses nothing, and logs nobody out. */
  const keep = async (login: StoredLogin, text: string): Promise<void> => {
    try {
      await place.set(JSON.stringify(login));
      await fallback.clear();
    } catch {
      const stored = readLogin(text);
      if ((await fallback.keep(text, login)) || stored === null) return;
      // Only this page has the new tokens: nobody else may take the old refresh token for one that is still good.
      const mark = withoutTokens(stored);
      try {
        await place.set(mark);
        await fallback.keep(mark, login);
      } catch {}
    }
  };

  const forget = async (login: StoredLogin) => {
    if ((await latest()).login?.refreshToken !== login.refreshToken) return;
    await place.remove();
    await fallback.clear();
  };

  const renew = async (login: StoredLogin, text: string): Promise<StoredLogin> => {
    const grant = { grant_type: "refresh_token", refresh_token: login.refreshToken };
    const renewed = await requestTokens(connection, credentials, grant).catch(async (error: unknown) => {
      if (hasReason(error, "login_expired")) await forget(login);
      throw error;
    });
    // What cannot be read just now is taken for unchanged: the new tokens must not be lost.
    const stored = await read().catch(() => text);
    const kept = readLogin(stored);
    if (stored === text) {
      await keep(renewed, text);
      return renewed;
    }
    // Somebody without our lock was faster, and was given the same tokens.
    if (kept?.did === login.did) return kept;
    // Logged out meanwhile: nobody is left to use these.
    await discard(renewed);
    throw notLoggedIn(connection);
  };

  const isDue = (login: StoredLogin, refused: string | undefined) =>
    login.accessToken === refused || !(login.renewAt > now());

  /** While it cannot be renewed just now, a token that is still good does. */
  const renewIfDue = async (refused: string | undefined): Promise<StoredLogin> => {
    const { isFallback, login, text } = await latest();
    if (login === null) throw notLoggedIn(connection);
    if (!isDue(login, refused)) {
      // There may be room again.
      if (isFallback) await keep(login, text);
      return login;
    }
    if (login.accessToken === "") {
      throw new TidemarkError(
        "storage_unavailable",
        `The renewed tokens of this login could not be stored, so that only the tab that has them can use them. Free some space, or call ${connection.loginMethod} again.`
      );
    }
    return renew(login, text).catch((error: unknown) => {
      const isPassing = hasReason(error, "unreachable", "unavailable");
      if (isPassing && login.accessToken !== refused && login.expiresAt > now()) return login;
      throw error;
    });
  };

  return {
    begin: async (grant, makeRoom) => {
      const login = await requestTokens(connection, credentials, grant);
      await fallback.clear();
      try {
        makeRoom();
        await place.set(JSON.stringify(login));
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
