import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { App, type Login } from "./App.ts";
import { startService, type TestService } from "./startService.ts";

const redirectUri = "https://client.example/callback";

const form = { "content-type": "application/x-www-form-urlencoded" };

/** The website of an app, with a document about it and its address. */
const startHost = async () => {
  let document = "";
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "cache-control": "max-age=60" }).end(document);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The host of the app has no port");
  const clientId = `http://127.0.0.1:${address.port}/client.json`;
  document = JSON.stringify({
    client_id: clientId,
    client_name: "Known by its address",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
    scope: "atproto transition:generic"
  });
  return { clientId, stop: () => server.close() };
};

const push = async (app: App, login: Login): Promise<string> => {
  const url = await app.authorizationUrl(login, {});
  const response = await app.fetch(`${app.service.publicUrl}/oauth/par`, {
    method: "POST",
    headers: { ...form, dpop: await app.proof("POST", "/oauth/par", null) },
    body: url.searchParams
  });
  const text = await response.text();
  expect(response.status, text).toBe(201);
  return String(JSON.parse(text).request_uri);
};

/** The page about the app: what it says, and what its answer must bring. */
const openPage = async (app: App, login: Login, requestUri: string, hint: string) => {
  const query = { client_id: app.registration.clientId, request_uri: requestUri, login_hint: hint };
  const response = await app.fetch(`${app.service.publicUrl}/oauth/authorize?${new URLSearchParams(query)}`);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  login.cookies = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
  return { text, confirmation: /name="confirmation" value="([^"]+)"/.exec(text)?.[1] ?? "" };
};

const answer = (app: App, login: Login, confirmation: string, said: "allow" | "deny") =>
  app.fetch(`${app.service.publicUrl}/oauth/authorize/confirm`, {
    method: "POST",
    headers: { ...form, cookie: login.cookies, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ confirmation, answer: said })
  });

await withPds("an app that is known by its address", (network) => {
  let running: TestService;
  let host: Awaited<ReturnType<typeof startHost>>;
  let app: App;
  let elsewhere: App;
  let account: Account;

  beforeAll(async () => {
    [running, host] = await Promise.all([startService(network, "https://addresses.tidemark.internal"), startHost()]);
    account = await network.pdses[0].createAccount({ handle: "byaddress.test" });
    app = await App.make(running.service, { clientId: host.clientId, clientSecret: null, redirectUri });
    elsewhere = app.at(await running.another());
  }, 120_000);
  afterAll(async () => {
    host?.stop();
    await running?.stop();
  });

  it("An app identified by its URL signs users in after they have confirmed, in any process", async () => {
    const login = app.begin();
    const { confirmation, text } = await openPage(elsewhere, login, await push(app, login), account.handle);
    for (const shown of ["Known by its address", new URL(host.clientId).host, account.handle])
      expect(text).toContain(shown);
    const answers = await Promise.all(
      [app, elsewhere, app, elsewhere].map((process) => answer(process, login, confirmation, "allow"))
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400]);
    const atPds = answers.find(({ status }) => status === 303)?.headers.get("location") ?? "";
    const back = await app.approve(new URL(atPds), account);
    const tokens = await elsewhere.exchange(login, await elsewhere.visit(login, back));
    expect(tokens).toMatchObject({ sub: account.did, tokenType: "dpop", scope: "atproto transition:generic" });
    const seen = await app.graphql("{ viewer { did } }", {}, tokens);
    expect(seen).toMatchObject({ status: 200, data: { viewer: { did: account.did } } });
    expect(await elsewhere.refresh(tokens)).toMatchObject({ sub: account.did });
  }, 60_000);

  it("An app identified by its URL is notified when the user does not recognize it", async () => {
    const login = app.begin();
    const { confirmation } = await openPage(app, login, await push(elsewhere, login), account.handle);
    const declined = await answer(elsewhere, login, confirmation, "deny");
    const to = new URL(declined.headers.get("location") ?? "");
    expect(`${to.origin}${to.pathname}`).toBe(redirectUri);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({ error: "access_denied", state: login.state });
  }, 60_000);
});
