import type { Connection } from "../http/Connection.ts";
import type { Credentials } from "../oauth/Credentials.ts";
import { postForm } from "../oauth/postForm.ts";
import { requestTokens } from "../oauth/requestTokens.ts";
import { TidemarkError } from "../TidemarkError.ts";
import { type KeptLogin, readLogin } from "./KeptLogin.ts";

type Eventually<A> = A | Promise<A>;

/** Where one login is kept, as text; what several tabs or processes share. */
export interface LoginPlace {
  readonly get: () => Eventually<string | null>;
  readonly set: (text: string) => Eventually<void>;
  readonly remove: () => Eventually<void>;
}

/** Runs one of them at a time, in all tabs. */
export type Exclusively = <A>(run: () => Promise<A>) => Promise<A>;

/** A login, and its tokens kept fresh. */
export interface Session {
  readonly begin: (grant: Readonly<Record<string, string>>) => Promise<KeptLogin>;
  /** The login with a token that is good; another one than `refused`, which the server did not accept. */
  readonly fresh: (refused?: string) => Promise<KeptLogin>;
  /** Forgets this login, unless another one has taken its place. */
  readonly forget: (login: KeptLogin) => Promise<void>;
  /** Tells the server that a login is over (RFC 7009), when no renewal is under way; whether it took note. */
  readonly revoke: (login: KeptLogin) => Promise<boolean>;
}

export const notLoggedIn = (): TidemarkError =>
  new TidemarkError(
    "not_logged_in",
    "Nobody is logged in. Call loginWithRedirect first, or publicQuery for what everybody may see."
  );

export const makeSession = (
  connection: Connection,
  credentials: Credentials,
  place: LoginPlace,
  exclusively: Exclusively
): Session => {
  const { now } = connection.platform;
  const current = async () => readLogin(await place.get());
  const isSame = async ({ refreshToken }: KeptLogin) => (await current())?.refreshToken === refreshToken;
  const keep = async (login: KeptLogin) => {
    await place.set(JSON.stringify(login));
    return login;
  };
  const forget = async (login: KeptLogin) => {
    if (await isSame(login)) await place.remove();
  };
  const revoke = ({ refreshToken }: KeptLogin) =>
    postForm(connection, credentials, "/oauth/revoke", { token: refreshToken }).then(
      () => true,
      () => false
    );

  const renew = async (login: KeptLogin): Promise<KeptLogin> => {
    const grant = { grant_type: "refresh_token", refresh_token: login.refreshToken };
    const renewed = await requestTokens(connection, credentials, grant).catch(async (error: unknown) => {
      if (error instanceof TidemarkError && error.reason === "login_expired") await forget(login);
      throw error;
    });
    const kept = await current();
    if (kept?.refreshToken === login.refreshToken) return keep(renewed);
    // Somebody without our lock was faster, and was given the same tokens.
    if (kept?.did === login.did) return kept;
    // Logged out meanwhile: nobody is left to use these.
    await revoke(renewed);
    throw notLoggedIn();
  };

  const isDue = (login: KeptLogin, refused: string | undefined) =>
    login.accessToken === refused || !(login.renewAt > now());

  /** While it cannot be renewed just now, a token that is still good does. */
  const renewIfDue = async (refused: string | undefined): Promise<KeptLogin> => {
    const login = await current();
    if (login === null) throw notLoggedIn();
    if (!isDue(login, refused)) return login;
    return renew(login).catch((error: unknown) => {
      const isPassing = error instanceof TidemarkError && /^un(reach|avail)able$/.test(error.reason);
      if (isPassing && login.accessToken !== refused && login.expiresAt > now()) return login;
      throw error;
    });
  };

  return {
    begin: async (grant) => keep(await requestTokens(connection, credentials, grant)),
    forget,
    fresh: async (refused) => {
      const login = await current();
      if (login === null) throw notLoggedIn();
      return isDue(login, refused) ? exclusively(() => renewIfDue(refused)) : login;
    },
    revoke: (login) => exclusively(() => revoke(login)).catch(() => false)
  };
};
