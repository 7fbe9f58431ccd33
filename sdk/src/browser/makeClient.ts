import { attempt } from "../attempt.ts";
import { queriesWithoutLogin } from "../graphql/publicQuery.ts";
import { requestsAs } from "../graphql/requestsAs.ts";
import { connect, serverAddress } from "../http/Connection.ts";
import { authorizationCode, codeGrant, responseParameters } from "../oauth/authorizationCode.ts";
import { authorizationParameters } from "../oauth/authorizationParameters.ts";
import { authorizationUrl } from "../oauth/authorizationUrl.ts";
import { type BegunLogin, beginLogin, readBegunLogin } from "../oauth/BegunLogin.ts";
import { type DpopKey, thumbprint } from "../oauth/DpopKey.ts";
import { dpopCredentials } from "../oauth/dpopCredentials.ts";
import { requireClientId } from "../oauth/requireClientId.ts";
import { onlyTidemarkErrors } from "../onlyTidemarkErrors.ts";
import { makeFallbackTokens } from "../session/FallbackTokens.ts";
import { makeRevocationOutbox } from "../session/RevocationOutbox.ts";
import { makeRevocations } from "../session/Revocations.ts";
import { revokeToken } from "../session/revokeToken.ts";
import { type Exclusively, makeSession } from "../session/Session.ts";
import { readLogin, type StoredLogin } from "../session/StoredLogin.ts";
import { subscribeLater } from "../subscription/subscribeLater.ts";
import type { BrowserEnvironment } from "./BrowserEnvironment.ts";
import type { Client, ClientOptions, User } from "./Client.ts";
import { makeLoginInProgress } from "./LoginInProgress.ts";
import { requireBoundKey } from "./requireBoundKey.ts";
import { watchUser } from "./watchUser.ts";

/** Creates a client in the given environment. */
export const makeClient = (options: ClientOptions, environment: BrowserEnvironment): Client => {
  const { clientId, scope } = options;
  const server = serverAddress(options.server);
  requireClientId(clientId);
  const { keys, page, platform, shared, tab } = environment;
  const connection = connect(server, platform);
  const name = `tidemark ${server} ${clientId}`;
  let turns: Exclusively | undefined;
  const exclusively: Exclusively = (run) => {
    turns ??= environment.exclusively(name);
    return turns(run);
  };
  const credentials = dpopCredentials(connection, clientId, () => requireBoundKey(keys, name));
  const outbox = makeRevocationOutbox(shared, `${name} ended`);
  const revocations = makeRevocations(
    outbox,
    exclusively,
    (token) => revokeToken(connection, credentials, token),
    () => platform.wait(100)
  );
  const storage = {
    get: () => shared.get(name),
    set: (text: string) => shared.set(name, text),
    remove: () => shared.remove(name)
  };
  const fallback = makeFallbackTokens(`${name} tokens`, environment.fallback);
  const discard = ({ refreshToken }: StoredLogin) => {
    outbox.add(refreshToken);
    return revocations.sendNow(refreshToken);
  };
  const session = makeSession(connection, credentials, { discard, exclusively, storage, fallback });
  const inProgress = makeLoginInProgress(shared, `${name} begun`, platform.now);

  const getUser = (): User | null => {
    // If storage is blocked, nobody is logged in.
    const login = readLogin(attempt(storage.get, null));
    return login && { did: login.did };
  };

  /** Removes what only a login needs. A key that is left behind does no harm. */
  const tidy = async () => {
    if (getUser() !== null) return;
    await fallback.clear();
    if (outbox.list().length === 0 && !inProgress.is()) await keys.remove(name).catch(() => undefined);
  };
  /** Revokes ended logins at the server. If it cannot be reached, this is repeated when the browser is online and on the next visit. */
  const sendRevocations = async (): Promise<boolean> => {
    const isRevoked = await revocations.send();
    await tidy();
    if (outbox.list().length > 0) page.onceOnline(() => void sendRevocations());
    return isRevoked;
  };

  /** Returns the key for a new login. If the key is lost, everything bound to it is discarded. */
  const keyForLogin = async (): Promise<DpopKey> => {
    const found = await keys.find(name);
    if (found !== null) return found;
    storage.remove();
    for (const token of outbox.list()) outbox.remove(token);
    return keys.make(name);
  };

  const redeem = async (response: URLSearchParams, begun: BegunLogin | null, freeSpace: () => void): Promise<User> => {
    const code = authorizationCode(response, begun, connection);
    return session.begin(codeGrant(code, begun ?? beginLogin("")), freeSpace);
  };

  const resumeLogin = async (): Promise<User | null> => {
    if (outbox.list().length > 0) void sendRevocations();
    const url = new URL(page.url());
    const response = new URLSearchParams(url.search);
    const begun = readBegunLogin(tab.get(name));
    const isResponse = (response.has("code") || response.has("error")) && (begun !== null || response.has("state"));
    if (!isResponse) return null;
    const state = response.get("state");
    const end = () => inProgress.end(state);
    if (state === begun?.state) tab.remove(name);
    for (const each of responseParameters) url.searchParams.delete(each);
    page.show(url.href);
    const previous = readLogin(storage.get());
    const { did } = await redeem(response, begun, end).finally(end);
    if (previous !== null) {
      // The previous login has ended. The new one does not wait for its revocation.
      outbox.add(previous.refreshToken);
      void sendRevocations();
    }
    return { did };
  };
  const leave = async (handle: string | undefined): Promise<void> => {
    const { origin, pathname } = new URL(page.url());
    const begun = beginLogin(options.redirectUri ?? origin + pathname);
    inProgress.begin(begun.state);
    const dpopJkt = await thumbprint(await keyForLogin());
    const parameters = await authorizationParameters(begun, { clientId, handle, scope, dpopJkt });
    const url = await authorizationUrl(connection, credentials, parameters, options.pushed);
    tab.set(name, JSON.stringify(begun));
    page.leaveFor(url);
  };

  const logOut = async () => {
    const login = readLogin(storage.get());
    if (login !== null) outbox.add(login.refreshToken);
    storage.remove();
    outbox.save();
    return { revoked: await sendRevocations() };
  };
  const onChange: Client["onChange"] = (listener) => watchUser(shared, getUser, listener);
  const requests = requestsAs(connection, credentials, session);
  const publicQuery = queriesWithoutLogin(connection);
  let resuming: Promise<User | null> | undefined;

  return {
    ...requests,
    publicQuery,
    subscribe: subscribeLater(environment.subscriptions, {
      connection,
      query: requests.query,
      login: { session, credentials, onLogout: onChange }
    }),
    publicSubscribe: subscribeLater(environment.subscriptions, { connection, query: publicQuery }),
    getUser,
    isAuthenticated: () => getUser() !== null,
    onChange,
    loginWithRedirect: (login) => onlyTidemarkErrors(() => leave(login?.handle)),
    handleRedirectCallback: () => {
      resuming ??= onlyTidemarkErrors(resumeLogin).finally(() => {
        resuming = undefined;
      });
      return resuming;
    },
    logout: () => onlyTidemarkErrors(logOut)
  };
};
