/** An app with `@atproto/oauth-client-node`, which logs in at the PDS directly and keeps what it must remember in memory. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { NodeOAuthClient, type NodeSavedSession, type NodeSavedState } from "@atproto/oauth-client-node";
import { OutboundClock, timedFetch } from "./timedOutbound.ts";

const { HANDLE_RESOLVER_URL = "", PLC_DIRECTORY_URL = "" } = process.env;
const port = Number(process.env.PORT);

const redirectUri = `http://127.0.0.1:${port}/callback` as const;
const scope = "atproto transition:generic";
const clock = new OutboundClock();

const storeOf = <A>() => {
  const kept = new Map<string, A>();
  return {
    get: async (key: string) => kept.get(key),
    set: async (key: string, value: A) => void kept.set(key, value),
    del: async (key: string) => void kept.delete(key)
  };
};

const client = new NodeOAuthClient({
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
  handleResolver: HANDLE_RESOLVER_URL,
  plcDirectoryUrl: PLC_DIRECTORY_URL,
  allowHttp: true,
  fetch: timedFetch(clock)
});

const answer = async (url: URL, response: ServerResponse): Promise<void> => {
  const json = (value: unknown) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  };
  if (url.pathname === "/bench/waited") return json(clock.take());
  if (url.pathname === "/callback") {
    const { session } = await client.callback(url.searchParams);
    return json({ sub: session.did });
  }
  const page = await client.authorize(url.searchParams.get("login_hint") ?? "", { scope });
  response.writeHead(302, { location: page.href }).end();
};

const respond = (request: IncomingMessage, response: ServerResponse): void => {
  answer(new URL(request.url ?? "/", redirectUri), response).catch((cause: unknown) => {
    response.writeHead(500).end(String(cause));
  });
};

createServer(respond).listen(port, "127.0.0.1", () => process.stdout.write("listening for the measurement.\n"));
