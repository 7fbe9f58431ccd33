import { isFramed } from "./link.js";
import { persistentStore, tabStore } from "./stores.js";

/** The client of this instance with which the page signs users in, as the service named it at the last login. */
const clientName = "tidemark.graphiql.client";
/** The login that this tab is to start at the top level: `{ account }`. */
const startName = "tidemark.graphiql.start";
/** Where this tab returns after a login. */
const returnName = "tidemark.graphiql.return";
/** Whether operations are sent as nobody although a user is signed in. */
const asNobodyName = "tidemark.graphiql.nobody";

/**
 * Who the page sends operations as. `user` is null if nobody is signed in; `asNobody` is whether the user chose to send
 * none of their credentials; `problem` is a sentence about the last login that failed.
 */
let state = { user: null, asNobody: persistentStore.get(asNobodyName) === "1", isBusy: false, problem: null };
let client = null;
const listeners = new Set();

const change = (patch) => {
  state = { ...state, ...patch };
  for (const listener of listeners) listener();
};

export const identity = {
  get: () => state,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  setAsNobody: (asNobody) => {
    if (asNobody) persistentStore.set(asNobodyName, "1");
    else persistentStore.remove(asNobodyName);
    change({ asNobody });
  }
};

/** The client that sends operations as the user; null if they are sent as nobody. */
export const signedInClient = () => (state.user === null || state.asNobody ? null : client);

const sdk = () => import("/sdk.js");

/** A client that is signed in as nobody, for subscriptions. */
export const anonymousClient = async () =>
  client ?? (await sdk()).createClient({ server: location.origin, clientId: "anonymous" });

const parse = (text) => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

const useClient = async ({ clientId, server }) => {
  const { createClient } = await sdk();
  client = createClient({ server, clientId, redirectUri: `${server}/graphiql` });
  client.onChange(() => void showUser());
};

/** Shows the signed-in user, by handle as soon as the service has answered. */
const showUser = async () => {
  const user = client.getUser();
  if (user === null || user.did === state.user?.did) return change({ user: user === null ? null : state.user });
  change({ user: { did: user.did, handle: null } });
  const { viewer } = await client.query("{ viewer { handle } }").catch(() => ({ viewer: null }));
  if (state.user?.did === user.did) change({ user: { did: user.did, handle: viewer?.handle ?? null } });
};

const messageOf = (error) => (error instanceof Error ? error.message : String(error));

const withClient = async (run) => {
  change({ isBusy: true, problem: null });
  try {
    await run();
  } catch (error) {
    change({ problem: messageOf(error) });
  } finally {
    change({ isBusy: false });
  }
};

const startLogin = (account) =>
  withClient(async () => {
    const response = await fetch("/graphiql/client", { method: "POST" });
    const given = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(given.message ?? "The service did not answer. Try again in a moment.");
    persistentStore.set(clientName, JSON.stringify(given));
    await useClient(given);
    await client.loginWithRedirect(account === null ? {} : { handle: account });
  });

/** Signs a user in. In the frame of the settings the whole tab leaves for the login, and returns there. */
export const signIn = (account) => {
  if (!isFramed) return startLogin(account);
  tabStore.set(startName, JSON.stringify({ account }));
  tabStore.set(returnName, window.parent.location.pathname);
  window.parent.location.assign("/graphiql");
};

export const signOut = () =>
  withClient(async () => {
    await client.logout();
    await showUser();
  });

/** Resumes the login of this browser, or completes the one that the page was opened with. */
export const resume = async () => {
  const start = isFramed ? null : parse(tabStore.get(startName));
  if (start !== null) {
    tabStore.remove(startName);
    return startLogin(typeof start.account === "string" ? start.account : null);
  }
  const known = parse(persistentStore.get(clientName));
  if (typeof known?.clientId !== "string" || known.server !== location.origin) return;
  await withClient(async () => {
    await useClient(known);
    const returned = isFramed ? null : await client.handleRedirectCallback();
    if (returned !== null) identity.setAsNobody(false);
    await showUser();
  });
  if (isFramed) return;
  const back = tabStore.get(returnName);
  tabStore.remove(returnName);
  if (back?.startsWith("/settings") && state.problem === null) location.replace(back);
};
