import type { User } from "../browser/Client.ts";
import { queriesWithoutLogin } from "../graphql/publicQuery.ts";
import { requestsAs } from "../graphql/requestsAs.ts";
import { type Connection, connect, serverAddress } from "../http/Connection.ts";
import { type Platform, platform } from "../http/Platform.ts";
import { makeListeners } from "../Listeners.ts";
import { authorizationCode, codeGrant } from "../oauth/authorizationCode.ts";
import { authorizationParameters } from "../oauth/authorizationParameters.ts";
import { authorizationUrl } from "../oauth/authorizationUrl.ts";
import { beginLogin, readBegunLogin } from "../oauth/BegunLogin.ts";
import type { Credentials } from "../oauth/Credentials.ts";
import { keyCredentials } from "../oauth/keyCredentials.ts";
import { requestTokens } from "../oauth/requestTokens.ts";
import { requireClientId } from "../oauth/requireClientId.ts";
import { secretCredentials } from "../oauth/secretCredentials.ts";
import { onlyTidemarkErrors } from "../onlyTidemarkErrors.ts";
import { makeFallbackTokens } from "../session/FallbackTokens.ts";
import { revokeToken } from "../session/revokeToken.ts";
import { makeSession } from "../session/Session.ts";
import { readLogin, type StoredLogin } from "../session/StoredLogin.ts";
import { makeSubscriptions } from "../subscription/makeSubscriptions.ts";
import type { SubscriptionHost, SubscriptionLogin } from "../subscription/SubscriptionHost.ts";
import { subscribeLater } from "../subscription/subscribeLater.ts";
import { TidemarkError } from "../TidemarkError.ts";
import { clientKey } from "./clientKey.ts";
import { fallbackInMemory } from "./fallbackInMemory.ts";
import { guardedStore } from "./guardedStore.ts";
import { keyedMutex } from "./keyedMutex.ts";
import { processEnvironment } from "./processEnvironment.ts";
import type { PersonClient, ServerClient, ServerClientOptions } from "./ServerClient.ts";
import { memoryStore } from "./Store.ts";

/** How long a user may take at their PDS, in seconds. */
const loginTimeout = 3600;

const credentialsOf = (connection: Connection, options: ServerClientOptions): Credentials => {
  const { clientId, clientSecret, privateKey, secretMethod = "client_secret_basic" } = options;
  requireClientId(clientId);
  if (clientSecret === "")
    throw new TidemarkError(
      "configuration",
      "createClient: clientSecret is empty. Check the variable that it is read from."
    );
  if (clientSecret !== undefined && privateKey === undefined)
    return secretCredentials(clientId, clientSecret, secretMethod);
  if (privateKey !== undefined && clientSecret === undefined)
    return keyCredentials(connection, clientId, clientKey(privateKey));
  throw new TidemarkError(
    "configuration",
    "createClient: set either clientSecret or privateKey, whichever the client is registered with."
  );
};

/** Creates a confidential client of an instance. Its tokens are stored in `store`; concurrent requests share one refresh. */
export const createClient = (options: ServerClientOptions, runtime: Platform = platform): ServerClient => {
  const { clientId, redirectUri, scope } = options;
  const connection = connect(serverAddress(options.server), runtime, "beginLogin");
  const credentials = credentialsOf(connection, options);
  const store = guardedStore(options.store ?? memoryStore(runtime.now));
  const fallbackStore = fallbackInMemory();
  const mutex = keyedMutex();
  const prefix = `tidemark ${connection.server} ${clientId}`;
  const loginName = (did: string) => `${prefix} ${did}`;
  const begunName = (state: string) => `${prefix} state ${state}`;

  const discard = ({ refreshToken }: StoredLogin) => revokeToken(connection, credentials, refreshToken);

  const publicQuery = queriesWithoutLogin(connection);
  const environment = processEnvironment(options.WebSocket);
  const subscribeBy = (query: SubscriptionHost["query"], login?: SubscriptionLogin) =>
    subscribeLater(async () => ({ start: makeSubscriptions(environment) }), {
      connection,
      query,
      ...(login && { login })
    });

  const as = (did: string): PersonClient => {
    const name = loginName(did);
    const storage = {
      get: () => store.get(name),
      set: (text: string) => store.set(name, text, null),
      remove: () => store.remove(name)
    };
    const exclusively = mutex(name);
    const fallback = makeFallbackTokens(name, fallbackStore);
    const session = makeSession(connection, credentials, { discard, exclusively, storage, fallback });
    const requests = requestsAs(connection, credentials, session);
    const logouts = makeListeners();
    return {
      ...requests,
      subscribe: subscribeBy(requests.query, { session, credentials, onLogout: logouts.add }),
      getUser: () => ({ did }),
      isAuthenticated: async () => readLogin(await storage.get()) !== null,
      logout: async () => {
        const login = readLogin(await storage.get());
        await storage.remove();
        await fallback.clear();
        logouts.notify();
        return { revoked: login === null || (await exclusively(() => discard(login))) === "revoked" };
      }
    };
  };

  const complete = async (url: string, state: string | null | undefined): Promise<User> => {
    const name = begunName(state ?? "");
    const begun = readBegunLogin(await store.get(name));
    const code = authorizationCode(new URL(url, redirectUri).searchParams, begun, connection);
    await store.remove(name);
    const login = await requestTokens(connection, credentials, codeGrant(code, begun ?? beginLogin(redirectUri)));
    await store.set(loginName(login.did), JSON.stringify(login), null).catch(async (error: unknown) => {
      await discard(login);
      throw error;
    });
    return { did: login.did };
  };

  return {
    as,
    publicQuery,
    publicSubscribe: subscribeBy(publicQuery),
    beginLogin: ({ handle } = {}) =>
      onlyTidemarkErrors(async () => {
        const begun = beginLogin(redirectUri);
        const parameters = await authorizationParameters(begun, { clientId, handle, scope });
        const url = await authorizationUrl(connection, credentials, parameters, options.pushed);
        await store.set(begunName(begun.state), JSON.stringify(begun), loginTimeout);
        return { url, state: begun.state };
      }),
    completeLogin: (url, state) => onlyTidemarkErrors(() => complete(url, state))
  };
};
