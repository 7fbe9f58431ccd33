/**
 * The OAuth half of the app: authorization code flow with PKCE and DPoP, in the browser, without a library.
 * The DPoP key cannot be extracted and lives in IndexedDB; tokens live in the storage of this tab's origin.
 */
const base64Url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const utf8 = new TextEncoder();
const random = (count) => base64Url(crypto.getRandomValues(new Uint8Array(count)));
const sha256 = async (text) => base64Url(await crypto.subtle.digest("SHA-256", utf8.encode(text)));

const inKeyStore = (mode, act) =>
  new Promise((resolve, reject) => {
    const open = indexedDB.open("statusphere", 1);
    open.onupgradeneeded = () => open.result.createObjectStore("keys");
    open.onerror = () => reject(new Error("This browser does not let the page keep its key. Leave private mode and try again."));
    open.onsuccess = () => {
      const request = act(open.result.transaction("keys", mode).objectStore("keys"));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    };
  });

const key = async () => {
  const kept = await inKeyStore("readonly", (store) => store.get("dpop"));
  if (kept) return kept;
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
  await inKeyStore("readwrite", (store) => store.put(pair, "dpop"));
  return pair;
};

const proof = async (method, url, accessToken) => {
  const { privateKey, publicKey } = await key();
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", publicKey);
  const header = { typ: "dpop+jwt", alg: "ES256", jwk: { kty, crv, x, y } };
  const claims = { jti: random(16), htm: method, htu: url, iat: Math.floor(Date.now() / 1000) };
  if (accessToken) claims.ath = await sha256(accessToken);
  const encode = (part) => base64Url(utf8.encode(JSON.stringify(part)));
  const signed = `${encode(header)}.${encode(claims)}`;
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, utf8.encode(signed));
  return `${signed}.${base64Url(signature)}`;
};

const stored = (name) => JSON.parse(localStorage.getItem(name) ?? "null");
const store = (name, value) => localStorage.setItem(name, JSON.stringify(value));

export const makeSession = ({ server, clientId }) => {
  const redirectUri = location.origin + location.pathname;

  const token = async (parameters) => {
    const url = `${server}/oauth/token`;
    const response = await fetch(url, {
      method: "POST",
      headers: { DPoP: await proof("POST", url) },
      body: new URLSearchParams({ ...parameters, client_id: clientId })
    });
    const reply = await response.json();
    if (!response.ok) throw new Error(reply.error_description ?? reply.error);
    store("tokens", { ...reply, expiresAt: Date.now() + reply.expires_in * 1000 });
    return reply;
  };

  const accessToken = async () => {
    const tokens = stored("tokens");
    if (!tokens) return null;
    if (tokens.expiresAt - Date.now() > 30_000) return tokens.access_token;
    const renew = () => token({ grant_type: "refresh_token", refresh_token: stored("tokens").refresh_token });
    return (await navigator.locks.request("refresh", renew)).access_token;
  };

  return {
    did: () => stored("tokens")?.sub ?? null,

    login: async (handle) => {
      const login = { verifier: random(32), state: random(16) };
      sessionStorage.setItem("login", JSON.stringify(login));
      const parameters = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        code_challenge: await sha256(login.verifier),
        code_challenge_method: "S256",
        state: login.state,
        login_hint: handle
      });
      location.assign(`${server}/oauth/authorize?${parameters}`);
    },

    /** Takes up a login where the service sends the browser back; nothing to do on any other visit. */
    finish: async () => {
      const answer = new URLSearchParams(location.search);
      if (!answer.has("state")) return;
      history.replaceState(null, "", redirectUri);
      const login = JSON.parse(sessionStorage.getItem("login") ?? "null");
      sessionStorage.removeItem("login");
      if (answer.get("state") !== login?.state) throw new Error("This login was not begun here. Please log in again.");
      if (answer.has("error")) throw new Error(answer.get("error_description") ?? answer.get("error"));
      const { verifier: code_verifier } = login;
      await token({ grant_type: "authorization_code", code: answer.get("code"), redirect_uri: redirectUri, code_verifier });
    },

    logout: () => localStorage.removeItem("tokens"),

    graphql: async (query, variables = {}) => {
      const url = `${server}/graphql`;
      const bearer = await accessToken();
      const headers = { "content-type": "application/json" };
      if (bearer) Object.assign(headers, { Authorization: `DPoP ${bearer}`, DPoP: await proof("POST", url, bearer) });
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query, variables }) });
      const { data, errors } = await response.json();
      if (errors) throw new Error(errors[0].message);
      return data;
    }
  };
};
