import type { AnyDocument } from "../document/TypedDocument.ts";
import type { RequestOptions } from "../graphql/Execute.ts";
import { askAnonymously } from "../graphql/publicQuery.ts";
import { requestsAs } from "../graphql/requestsAs.ts";
import { connect, serverAddress } from "../http/Connection.ts";
import { authorizationParameters } from "../oauth/authorizationParameters.ts";
import { authorizationUrl } from "../oauth/authorizationUrl.ts";
import { beginLogin, readBegunLogin } from "../oauth/BegunLogin.ts";
import { answerNames, codeGrant, codeOf } from "../oauth/codeOf.ts";
import { thumbprint } from "../oauth/DpopKey.ts";
import { dpopCredentials } from "../oauth/dpopCredentials.ts";
import { readLogin } from "../session/KeptLogin.ts";
import { type Exclusively, makeSession } from "../session/Session.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { Client, ClientOptions, User } from "./Client.ts";
import type { Surroundings } from "./Surroundings.ts";
import { watchUser } from "./watchUser.ts";

/** A client over whatever surroundings. */
export const makeClient = (options: ClientOptions, around: Surroundings): Client => {
  const { clientId, scope } = options;
  const server = serverAddress(options.server);
  if (typeof clientId !== "string" || clientId === "") {
    throw new TidemarkError(
      "configuration",
      "createClient: clientId is missing. Register the app at /settings of the instance."
    );
  }
  const { keys, page, shared, tab } = around;
  const connection = connect(server, around.platform);
  const name = `tidemark ${server} ${clientId}`;
  const credentials = dpopCredentials(connection, clientId, () => keys.get(name));
  const place = {
    get: () => shared.get(name),
    set: (text: string) => shared.set(name, text),
    remove: () => shared.remove(name)
  };
  let turns: Exclusively | undefined;
  const session = makeSession(connection, credentials, place, (run) => {
    turns ??= around.exclusively(name);
    return turns(run);
  });

  const getUser = (): User | null => {
    try {
      const login = readLogin(shared.get(name));
      return login && { did: login.did };
    } catch {
      return null; // Where nothing is kept, nobody is logged in.
    }
  };

  const takeUp = async (): Promise<User | null> => {
    const url = new URL(page.url());
    const answer = new URLSearchParams(url.search);
    const begun = readBegunLogin(tab.get(name));
    const isAnswer = (answer.has("code") || answer.has("error")) && (begun !== null || answer.has("state"));
    if (!isAnswer) return null;
    if (answer.get("state") === begun?.state) tab.remove(name);
    for (const each of answerNames) url.searchParams.delete(each);
    page.show(url.href);
    const code = codeOf(answer, begun, server);
    const before = readLogin(shared.get(name));
    const { did } = await session.begin(codeGrant(code, begun ?? beginLogin("")));
    // Whoever was logged in before is no longer: nobody waits for the server to be told.
    if (before !== null) void session.revoke(before);
    return { did };
  };
  let takingUp: Promise<User | null> | undefined;

  return {
    ...requestsAs(connection, credentials, session),
    publicQuery: (document: AnyDocument, variables?: object, request?: RequestOptions) =>
      askAnonymously(connection, document, variables, request),
    getUser,
    isAuthenticated: () => getUser() !== null,
    onChange: (listener) => watchUser(shared, getUser, listener),
    loginWithRedirect: async ({ handle } = {}) => {
      const { origin, pathname } = new URL(page.url());
      const begun = beginLogin(options.redirectUri ?? origin + pathname);
      const dpopJkt = await thumbprint(await keys.get(name));
      const parameters = await authorizationParameters(begun, { clientId, handle, scope, dpopJkt });
      const url = await authorizationUrl(connection, credentials, parameters, options.pushed);
      shared.get(name);
      tab.set(name, JSON.stringify(begun));
      page.leaveFor(url);
    },
    handleRedirectCallback: () => {
      takingUp ??= takeUp().finally(() => {
        takingUp = undefined;
      });
      return takingUp;
    },
    logout: async () => {
      const login = readLogin(shared.get(name));
      shared.remove(name);
      const revoked = login === null || (await session.revoke(login));
      if (place.get() === null) await keys.remove(name);
      return { revoked };
    }
  };
};
