import { attempt } from "../attempt.ts";
import type { AnyDocument } from "../document/TypedDocument.ts";
import type { RequestOptions } from "../graphql/Execute.ts";
import { queryAnonymously } from "../graphql/publicQuery.ts";
import { requestsAs } from "../graphql/requestsAs.ts";
import { connect, serverAddress } from "../http/Connection.ts";
import { authorizationCode, codeGrant, responseParameters } from "../oauth/authorizationCode.ts";
import { authorizationParameters } from "../oauth/authorizationParameters.ts";
import { authorizationUrl } from "../oauth/authorizationUrl.ts";
import { type BegunLogin, beginLogin, readBegunLogin } from "../oauth/BegunLogin.ts";
import { type DpopKey, thumbprint } from "../oauth/DpopKey.ts";
import { dpopCredentials } from "../oauth/dpopCredentials.ts";
import { onlyTidemarkErrors } from "../onlyTidemarkErrors.ts";
import { makeFallbackTokens } from "../session/FallbackTokens.ts";
import { makeRevocationOutbox } from "../session/RevocationOutbox.ts";
import { makeRevocations } from "../session/Revocations.ts";
import { revokeToken } from "../session/revokeToken.ts";
import { type Exclusively, makeSession } from "../session/Session.ts";
import { readLogin, type StoredLogin } from "../session/StoredLogin.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { BrowserEnvironment } from "./BrowserEnvironment.ts";
import type { Client, ClientOptions, User } from "./Client.ts";
import { makeLoginInProgress } from "./LoginInProgress.ts";
import { requireBoundKey } from "./requireBoundKey.ts";
import { watchUser } from "./watchUser.ts";

/** A client over whatever surroundings. */
export const makeClient = (options: ClientOptions, environment: BrowserEnvironment): Client => {
  const { clientId, scope } = options;
  const server = serverAddress(options.server);
  if (typeof clientId !== "string" || clientId === "") {
    throw new TidemarkError(
      "configuration",
      "createClient: clientId is missing. Register the app at /settings of the instance."
    );
  }
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
  const place = {
    get: () => shared.get(name),
    set: (text: string) => shared.set(name, text),
    remove: () => shared.remove(name)
  };
  const fallback = makeFallbackTokens(`${name} tokens`, environment.fallback);
  const discard = ({ refreshToken }: StoredLogin) => {
    outbox.add(refreshToken);
    return revocations.sendNow(refreshToken);
  };
  const session = makeSession(connection, credentials, { discard, exclusively, place, fallback });
  const underWay = makeLoginInProgress(shared, `${name} begun`, platform.now);

  const getUser = (): User | null => {
    // Where nothing is kept, nobody is logged in.
    const login = readLogin(attempt(place.get, null));
    return login && { did: login.did };
  };

  /** Removes what only a login needs. A key that is left behind harms nobody. */
  const tidy = async () => {
    if (getUser() !== null) return;
    await fallback.clear();
    if (outbox.list().length === 0 && !underWay.is()) await keys.remove(name).catch(() => undefined);
  };
  /** Tells the server of the logins that are over; when it cannot be reached, again with the network and on the next visit. */
  const sendRevocations = async (): Promise<boolean> => {
    const isRevoked = await revocations.send();
    await tidy();
    if (outbox.list().length > 0) page.onceOnline(() => void sendRevocations());
    return isRevoked;
  };

  /** The key for a login that begins. Where none is left, what was bound to an earlier one is over. */
  const keyForLogin = async (): Promise<DpopKey> => {
    const found = await keys.find(name);
    if (found !== null) return found;
    place.remove();
    for (const token of outbox.list()) outbox.remove(token);
    return keys.make(name);
  };

  const redeem = async (answer: URLSearchParams, begun: BegunLogin | null, makeRoom: () => void): Promise<User> => {
    const code = authorizationCode(answer, begun, connection);
    return session.begin(codeGrant(code, begun ?? beginLogin("")), makeRoom);
  };

  const resumeLogin = async (): Promise<User | null> => {
    if (outbox.list().length > 0) void sendRevocations();
    const url = new URL(page.url());
    const answer = new URLSearchParams(url.search);
    const begun = readBegunLogin(tab.get(name));
    const isAnswer = (answer.has("code") || answer.has("error")) && (begun !== null || answer.has("state"));
    if (!isAnswer) return null;
    const state = answer.get("state");
    const end = () => underWay.end(state);
    if (state === begun?.state) tab.remove(name);
    for (const each of responseParameters) url.searchParams.delete(each);
    page.show(url.href);
    const before = readLogin(place.get());
    const { did } = await redeem(answer, begun, end).finally(end);
    if (before !== null) {
      // Whoever was logged in before is no longer: nobody waits for the server to be told.
      outbox.add(before.refreshToken);
      void sendRevocations();
    }
    return { did };
  };
  const leave = async (handle: string | undefined): Promise<void> => {
    const { origin, pathname } = new URL(page.url());
    const begun = beginLogin(options.redirectUri ?? origin + pathname);
    underWay.begin(begun.state);
    const dpopJkt = await thumbprint(await keyForLogin());
    const parameters = await authorizationParameters(begun, { clientId, handle, scope, dpopJkt });
    const url = await authorizationUrl(connection, credentials, parameters, options.pushed);
    tab.set(name, JSON.stringify(begun));
    page.leaveFor(url);
  };

  const logOut = async () => {
    const login = readLogin(place.get());
    if (login !== null) outbox.add(login.refreshToken);
    place.remove();
    outbox.save();
    return { revoked: await sendRevocations() };
  };
  let takingUp: Promise<User | null> | undefined;

  return {
    ...requestsAs(connection, credentials, session),
    publicQuery: (document: AnyDocument, variables?: object, request?: RequestOptions) =>
      queryAnonymously(connection, document, variables, request),
    getUser,
    isAuthenticated: () => getUser() !== null,
    onChange: (listener) => watchUser(shared, getUser, listener),
    loginWithRedirect: (login) => onlyTidemarkErrors(() => leave(login?.handle)),
    handleRedirectCallback: () => {
      takingUp ??= onlyTidemarkErrors(resumeLogin).finally(() => {
        takingUp = undefined;
      });
      return takingUp;
    },
    logout: () => onlyTidemarkErrors(logOut)
  };
};
