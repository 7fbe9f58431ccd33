import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServiceProcess } from "../../flows/ServiceProcess.ts";
import { startService, type TestService } from "../../flows/startService.ts";
import type { Account } from "../../pds/NetworkInfo.ts";
import { withPds } from "../../support/withPds.ts";
import { goThrough } from "./AppHost.ts";
import { viewerBy } from "./viewerBy.ts";

const redirectUri = "http://127.0.0.1:33418/callback";

interface Agent extends OAuthClientProvider {
  readonly link: () => URL;
  readonly registered: () => Readonly<Record<string, unknown>>;
}

type Information = Parameters<NonNullable<OAuthClientProvider["saveClientInformation"]>>[0];
type Tokens = Parameters<OAuthClientProvider["saveTokens"]>[0];

/** What an agent keeps of its sign-in, as the library asks for it. */
const agentBy = (tokenEndpointAuthMethod: string | undefined): Agent => {
  let information: Information | undefined;
  let tokens: Tokens | undefined;
  let verifier = "";
  let link: URL | undefined;
  const needed = <A>(value: A | undefined): A => {
    if (value === undefined) throw new Error("not saved yet");
    return value;
  };
  return {
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: "An agent",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      ...(tokenEndpointAuthMethod !== undefined && { token_endpoint_auth_method: tokenEndpointAuthMethod })
    },
    state: () => "the state of the agent",
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => {
      link = url;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    link: () => needed(link),
    registered: () => ({ ...needed(information) })
  };
};

const withHint = (link: URL, account: Account): URL => {
  const named = new URL(link);
  named.searchParams.set("login_hint", account.handle);
  return named;
};

/** Calls a tool of the service as a signed-in agent does, with the client of the library. */
const viewerByTool = async (service: ServiceProcess, agent: Agent): Promise<string> => {
  const client = new Client({ name: "agent", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(`${service.publicUrl}/mcp`), { authProvider: agent });
  // The types of the library are not made for exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  const answer = await client.callTool({ name: "run_query", arguments: { query: "{ viewer { did } }" } });
  await client.close();
  return JSON.stringify(answer.structuredContent);
};

const write = async (service: ServiceProcess, accessToken: string): Promise<string> => {
  const answer = await fetch(`${service.reach}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({
      query: `mutation { createXyzStatusphereStatus(input: { status: "🌊", createdAt: "2026-01-01T00:00:00Z" }) { uri } }`
    })
  });
  return answer.text();
};

await withPds("@modelcontextprotocol/sdk", (network) => {
  let account: Account;

  beforeAll(async () => {
    account = await network.pdses[0].createAccount({ handle: "mcp-client.test" });
  });

  const loginBy = async (service: ServiceProcess, agent: Agent, path = "/graphql"): Promise<string> => {
    const serverUrl = `${service.publicUrl}${path}`;
    expect(await auth(agent, { serverUrl })).toBe("REDIRECT");
    const returned = await goThrough(service, withHint(agent.link(), account), account, redirectUri);
    const authorizationCode = returned.searchParams.get("code");
    if (authorizationCode === null) throw new Error(`no code: ${returned.searchParams.get("error_description")}`);
    expect(await auth(agent, { serverUrl, authorizationCode })).toBe("AUTHORIZED");
    return (await agent.tokens())?.access_token ?? "";
  };

  for (const allowed of ["off", "read", "write"] as const) {
    describe(`PUBLIC_BEARER_CLIENTS=${allowed}`, () => {
      let running: TestService;
      beforeAll(async () => {
        running = await startService(network, undefined, { PUBLIC_BEARER_CLIENTS: allowed });
      });
      afterAll(() => running?.stop());

      it("completes the flow with a secret, which a client is registered with by default", async () => {
        const { service } = running;
        const agent = agentBy(undefined);
        expect(await viewerBy(service, await loginBy(service, agent))).toBe(account.did);
        expect(agent.registered().token_endpoint_auth_method).toBe("client_secret_basic");
      });

      if (allowed === "off") {
        it("is refused without a secret, with an explanation, before the user is asked", async () => {
          const { service } = running;
          const agent = agentBy("none");
          await auth(agent, { serverUrl: `${service.publicUrl}/graphql` });
          const refused = await fetch(withHint(agent.link(), account), { redirect: "manual" });
          const back = new URL(refused.headers.get("location") ?? "");
          expect(back.origin + back.pathname).toBe(redirectUri);
          expect(back.searchParams.get("error")).toBe("unauthorized_client");
          expect(back.searchParams.get("error_description")).toMatch(/DPoP.*PUBLIC_BEARER_CLIENTS/);
          expect(back.searchParams.get("state")).toBe("the state of the agent");
        });
      } else {
        it("completes the flow without a secret, with short-lived tokens that write only if that is allowed", async () => {
          const { service } = running;
          const agent = agentBy("none");
          const accessToken = await loginBy(service, agent);
          const scope = allowed === "write" ? "atproto transition:generic" : "atproto";
          expect(await agent.tokens()).toMatchObject({ token_type: "Bearer", scope, expires_in: 300 });
          expect(await viewerBy(service, accessToken)).toBe(account.did);
          expect(await write(service, accessToken)).toContain(allowed === "write" ? "at://" : "FORBIDDEN");
          expect(await auth(agent, { serverUrl: `${service.publicUrl}/graphql` })).toBe("AUTHORIZED");
          const next = await agent.tokens();
          expect(next).toMatchObject({ token_type: "Bearer", scope, expires_in: 300 });
          expect(await viewerBy(service, next?.access_token ?? "")).toBe(account.did);

          const tools = agentBy("none");
          await loginBy(service, tools, "/mcp");
          expect(await viewerByTool(service, tools)).toContain(account.did);

          const { publicUrl } = service;
          const off = await ServiceProcess.start({ env: { ...running.env, PUBLIC_BEARER_CLIENTS: "off" }, publicUrl });
          try {
            expect(await viewerBy(off, next?.access_token ?? "")).toBeNull();
          } finally {
            await off.stop();
          }
        });
      }
    });
  }
});
