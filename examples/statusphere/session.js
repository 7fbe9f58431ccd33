import { randomText, sha256 } from "./base64Url.js";
import { dpopProof, generateKeyPair } from "./dpop.js";
import { forgetLogin, keepLogin, keptLogin } from "./keptLogin.js";

/** The login is over; only another one helps. */
export class LoginEnded extends Error {
  constructor() {
    super("Your login has ended. Please log in again.");
  }
}

const begun = "statusphere-login";
const spareMilliseconds = 30_000;

const ask = async (url, init) => {
  const response = await fetch(url, init).catch(() => {
    throw new Error("The service cannot be reached. Please try again in a moment.");
  });
  const body = await response.json().catch(() => {
    throw new Error(`The service cannot answer right now (${response.status}). Please try again in a moment.`);
  });
  return { ok: response.ok, isRefused: response.headers.has("www-authenticate"), body };
};

/**
 * A public OAuth client without a library: authorization code flow with PKCE and DPoP
 * (RFC 6749, 7636, 9449; RFC 9207 for `iss`), and GraphQL with the tokens it gives.
 */
export const makeSession = ({ server, clientId }) => {
  const redirectUri = new URL(".", location.href).href;

  /** Where the endpoints are (RFC 8414). */
  const metadata = async () => {
    const { body } = await ask(`${server}/.well-known/oauth-authorization-server`);
    if (body.issuer !== server) throw new Error(`The service calls itself ${body.issuer}, and config.json ${server}.`);
    return body;
  };

  const requestToken = async (parameters, keyPair) => {
    const { token_endpoint: url } = await metadata();
    const { ok, body } = await ask(url, {
      method: "POST",
      headers: { DPoP: await dpopProof(keyPair, "POST", url) },
      body: new URLSearchParams({ ...parameters, client_id: clientId })
    });
    if (body.error === "invalid_grant") throw new LoginEnded();
    if (!ok) throw new Error(`The service did not let you in: ${body.error_description ?? body.error}.`);
    const { access_token: accessToken, refresh_token: refreshToken, expires_in } = body;
    const login = { keyPair, accessToken, refreshToken, expiresAt: Date.now() + expires_in * 1000 };
    await keepLogin(login);
    return login;
  };

  const end = async () => {
    await forgetLogin();
    throw new LoginEnded();
  };

  const renew = ({ keyPair, refreshToken }) =>
    requestToken({ grant_type: "refresh_token", refresh_token: refreshToken }, keyPair).catch((error) => {
      if (error instanceof LoginEnded) return end();
      throw error;
    });

  /** The kept login, renewed first if need be: by one tab only, because a refresh token is good once. */
  const currentLogin = (needsRenewal) =>
    navigator.locks.request(begun, async () => {
      const login = await keptLogin();
      return login !== null && needsRenewal(login) ? renew(login) : login;
    });

  const expiresSoon = ({ expiresAt }) => expiresAt - Date.now() < spareMilliseconds;

  const post = async (login, body) => {
    const url = `${server}/graphql`;
    const headers = { "content-type": "application/json" };
    if (login !== null) {
      const { accessToken, keyPair } = login;
      Object.assign(headers, {
        authorization: `DPoP ${accessToken}`,
        DPoP: await dpopProof(keyPair, "POST", url, accessToken)
      });
    }
    return ask(url, { method: "POST", headers, body });
  };

  return {
    hasLogin: async () => (await keptLogin()) !== null,

    /** Leaves this page for the service, which passes the person on to their own server. */
    login: async (handle) => {
      const login = { handle, verifier: randomText(32), state: randomText(16) };
      const { authorization_endpoint } = await metadata();
      const parameters = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        code_challenge: await sha256(login.verifier),
        code_challenge_method: "S256",
        state: login.state,
        login_hint: handle
      });
      sessionStorage.setItem(begun, JSON.stringify(login));
      location.assign(`${authorization_endpoint}?${parameters}`);
    },

    /** Takes up a login where the service sends the person back; null on any other visit. Gives the handle and what went wrong. */
    finish: async () => {
      const answer = new URLSearchParams(location.search);
      if (!answer.has("state")) return null;
      history.replaceState(null, "", redirectUri);
      const login = JSON.parse(sessionStorage.getItem(begun) ?? "null");
      sessionStorage.removeItem(begun);
      const isOurs = login !== null && answer.get("state") === login.state && answer.get("iss") === server;
      if (!isOurs) throw new Error("This login was not begun here. Please log in again.");
      const { handle, verifier } = login;
      if (answer.has("error"))
        return { handle, error: answer.get("error"), description: answer.get("error_description") };
      const grant = { grant_type: "authorization_code", redirect_uri: redirectUri, code_verifier: verifier };
      await requestToken({ ...grant, code: answer.get("code") }, await generateKeyPair());
      return { handle, error: null, description: null };
    },

    /** Forgets the login here, whatever the service says; and tells it, where it takes that (RFC 7009). */
    logout: async () => {
      const login = await keptLogin();
      await forgetLogin();
      const { revocation_endpoint: url } = await metadata().catch(() => ({}));
      if (login === null || url === undefined) return;
      const headers = { DPoP: await dpopProof(login.keyPair, "POST", url) };
      const body = new URLSearchParams({ token: login.refreshToken, client_id: clientId });
      await fetch(url, { method: "POST", headers, body }).catch(() => {});
    },

    graphql: async (query, variables = {}) => {
      const body = JSON.stringify({ query, variables });
      const login = await currentLogin(expiresSoon);
      let answer = await post(login, body);
      if (login !== null && answer.isRefused) {
        answer = await post(await currentLogin(({ accessToken }) => accessToken === login.accessToken), body);
        if (answer.isRefused) return end();
      }
      const [error] = answer.body.errors ?? [];
      if (error?.extensions?.reason === "reauthenticate") return end();
      if (error !== undefined) throw new Error(error.message);
      return answer.body.data;
    }
  };
};
