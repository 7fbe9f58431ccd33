import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { PdsMemory } from "../../src/adapters/memory/pds/PdsMemory.ts";
import { registerClient } from "../../src/application/clients/registration/registerClient.ts";
import { createClient } from "../src/node/createClient.ts";
import type { ServerClientOptions } from "../src/node/ServerClient.ts";
import { accountOf } from "./accountOf.ts";
import { Browser } from "./Browser.ts";
import { personAs } from "./personAs.ts";
import { runningService } from "./runningService.ts";
import type { TestService, TestServiceOptions } from "./TestService.ts";
import { watchedStore } from "./watchedStore.ts";

const defaultScope = "atproto transition:generic";
const redirectUri = "http://127.0.0.1/";

/** Starts an instance in this process, on a free port: a GraphQL API, an OAuth server, and a PDS, all in memory. */
export const runTestService = async (options: TestServiceOptions = {}): Promise<TestService> => {
  const { run, stop, url } = await runningService(options);

  const register: TestService["register"] = ({ redirectUris, scope = defaultScope, type = "public" }) =>
    run(
      Effect.map(
        registerClient(
          { name: "Under test", type, redirectUris, scope, tokenEndpointAuthMethod: null },
          { _tag: "Operator" }
        ),
        ({ clientId, secret }) => ({ clientId, clientSecret: secret === null ? null : Redacted.value(secret) })
      )
    );

  /** Approves or denies a login at the PDS, which has no pages. */
  const decide = (authorizeUrl: URL, handle: string, isApproved: boolean) =>
    run(
      Effect.gen(function* () {
        const pds = yield* PdsMemory;
        const { did } = yield* accountOf(handle);
        const approved = yield* pds.approve(authorizeUrl, did);
        if (isApproved) return approved;
        approved.delete("code");
        approved.set("error", "access_denied");
        return approved;
      })
    );

  const completeAtPds = (isApproved: boolean) => async (authorizeUrl: string | URL, handle: string) => {
    const { handle: known } = await run(accountOf(handle));
    const browser = new Browser();
    const start = new URL(authorizeUrl);
    if (!start.searchParams.has("login_hint")) start.searchParams.set("login_hint", known);
    const response = await decide(await browser.follow(start), known, isApproved);
    return (await browser.follow(`${url}/oauth/atp/callback?${response}`)).href;
  };
  const approve = completeAtPds(true);

  const { clientId, clientSecret } = await register({ type: "confidential", redirectUris: [redirectUri] });
  const clientWith = (more: Partial<ServerClientOptions>) =>
    createClient({ server: url, clientId, clientSecret: clientSecret ?? "", redirectUri, ...more });

  const anonymous = clientWith({});

  return {
    url,
    register,
    approve,
    deny: completeAtPds(false),
    publicQuery: anonymous.publicQuery,
    publicSubscribe: anonymous.publicSubscribe,
    signIn: async (handle, { scope = defaultScope } = {}) => {
      const account = await run(accountOf(handle));
      const store = watchedStore();
      const client = clientWith({ scope, store });
      const { state, url: authorizeUrl } = await client.beginLogin({ handle: account.handle });
      await client.completeLogin(await approve(authorizeUrl, account.handle), state);
      return personAs(client, store, account);
    },
    endSessions: () => run(Effect.flatMap(PdsMemory, ({ forgetSessions }) => forgetSessions)),
    stop,
    [Symbol.asyncDispose]: stop
  };
};
