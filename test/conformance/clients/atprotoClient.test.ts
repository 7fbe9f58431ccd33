import { NodeOAuthClient, type NodeSavedSession, type NodeSavedState } from "@atproto/oauth-client-node";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../../flows/startService.ts";
import type { Account } from "../../pds/NetworkInfo.ts";
import { withPds } from "../../support/withPds.ts";
import { fetchThrough, goThrough } from "./AppHost.ts";

const publicUrl = "https://atproto-client.tidemark.internal";
const redirectUri = "http://127.0.0.1/callback" as const;
const scope = "atproto transition:generic";

const storeOf = <A>() => {
  const kept = new Map<string, A>();
  return {
    get: async (key: string) => kept.get(key),
    set: async (key: string, value: A) => void kept.set(key, value),
    del: async (key: string) => void kept.delete(key)
  };
};

await withPds("@atproto/oauth-client-node", (network) => {
  let running: TestService;
  let account: Account;

  /** An app in development, which says all that there is to know in its id. */
  const makeClient = (pds: string | null) =>
    new NodeOAuthClient({
      clientMetadata: {
        client_id: `http://localhost?${new URLSearchParams({ redirect_uri: redirectUri, scope })}`,
        redirect_uris: [redirectUri],
        scope,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
        application_type: "native",
        dpop_bound_access_tokens: true
      },
      stateStore: storeOf<NodeSavedState>(),
      sessionStore: storeOf<NodeSavedSession>(),
      requestLock: async (_, work) => work(),
      handleResolver: network.pdses[0].url,
      fetch: fetchThrough(running.service, network, pds)
    });

  const loginBy = async (client: NodeOAuthClient) => {
    const link = await client.authorize(publicUrl, { scope });
    // The app started from our address, so that nobody is named yet: the person says who they are on our page.
    link.searchParams.set("login_hint", account.handle);
    const returned = await goThrough(running.service, link, account, redirectUri);
    return client.callback(returned.searchParams);
  };

  beforeAll(async () => {
    running = await startService(network, publicUrl);
    account = await network.pdses[0].createAccount({ handle: "atproto-client.test" });
  });
  afterAll(() => running?.stop());

  it("proceeds from the server's metadata to tokens, and stops if the DID names another authorization server", async () => {
    await expect(loginBy(makeClient(null))).rejects.toThrow(/issuer|server|sub/i);
  });

  it("completes the flow for a user whose DID names this server", async () => {
    const { session } = await loginBy(makeClient(publicUrl));
    expect(session.did).toBe(account.did);
    const asked = await session.fetchHandler("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "{ viewer { did } }" })
    });
    expect(await asked.json()).toEqual({ data: { viewer: { did: account.did } } });
    const { aud, iss, sub } = await session.getTokenInfo(true);
    // The library writes the audience as a URL.
    expect({ aud, iss, sub }).toEqual({ aud: `${publicUrl}/`, iss: publicUrl, sub: account.did });
    await session.signOut();
  });
});
