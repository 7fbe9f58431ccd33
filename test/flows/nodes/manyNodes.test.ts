import * as Schema from "effect/Schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../../pds/NetworkInfo.ts";
import { withPds } from "../../support/withPds.ts";
import { AdminBrowser } from "../AdminBrowser.ts";
import { App, type Registration, type Tokens } from "../App.ts";
import { eventually } from "../eventually.ts";
import { ConstantLoad } from "./ConstantLoad.ts";
import type { NodeSet } from "./NodeSet.ts";
import { ResumedSubscription } from "./ResumedSubscription.ts";
import { type StartedNodes, startNodes } from "./startNodes.ts";

const callback = "http://127.0.0.1:4321/callback";
const count = 4;

const createStatus = `mutation ($status: String!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: "2026-11-29T12:00:00.000Z" }) { uri }
}`;
const feed = `query ($status: String) { xyzStatusphereStatus(where: { status: { eq: $status } }) { totalCount } }`;
const viewer = "{ viewer { did } }";

const Registered = Schema.parseJson(
  Schema.Struct({
    client_id: Schema.String,
    client_secret: Schema.optional(Schema.String),
    registration_access_token: Schema.String,
    registration_client_uri: Schema.String
  })
);

await withPds("four nodes behind a round-robin proxy", (network) => {
  let started: StartedNodes;
  let set: NodeSet;
  let registration: Registration;
  let account: Account;
  let app: App;

  beforeAll(async () => {
    started = await startNodes({ network, count, settings: { SHUTDOWN_DELAY_SECONDS: "1" } });
    set = started.set;
    account = await network.pdses[0].createAccount({ handle: "many-nodes.test" });
    registration = await set.register("public", callback);
    app = await App.make(set.proxy, registration);
  }, 180_000);
  afterAll(() => started?.stop());

  const atEachNode = <A>(use: (at: App) => Promise<A>): Promise<ReadonlyArray<A>> =>
    Promise.all(set.nodes.map(({ process }) => use(app.at({ publicUrl: set.proxy.publicUrl, reach: process.reach }))));

  /** Who a node takes the holder of a token for; null if it refuses the token. */
  const viewerAt = async (at: App, tokens: Tokens): Promise<string | null> =>
    Object((await at.graphql(viewer, {}, tokens)).data).viewer?.did ?? null;

  const atEveryNode = <A>(value: A): ReadonlyArray<A> => Array.from({ length: count }, () => value);

  const push = async (at: App, parameters: URLSearchParams): Promise<string> => {
    const response = await at.fetch(`${set.proxy.publicUrl}/oauth/par`, {
      method: "POST",
      headers: { dpop: await at.proof("POST", "/oauth/par", null) },
      body: parameters
    });
    const text = await response.text();
    expect(response.status, text).toBe(201);
    return String(JSON.parse(text).request_uri);
  };

  it("A pushed request, its authorization, the callback, the code and the tokens pass through different nodes", async () => {
    const before = set.proxy.requests;
    const logins = Array.from({ length: 3 }, async () => {
      const login = app.begin();
      const { searchParams } = await app.authorizationUrl(login, { login_hint: account.handle });
      const query = new URLSearchParams({
        client_id: registration.clientId,
        request_uri: await push(app, searchParams)
      });
      const atPds = await app.visit(login, `${set.proxy.publicUrl}/oauth/authorize?${query}`);
      const tokens = await app.exchange(login, await app.visit(login, await app.approve(atPds, account)));
      expect(tokens).toMatchObject({ sub: account.did, tokenType: "dpop" });
      expect(await atEachNode((at) => viewerAt(at, tokens))).toEqual(atEveryNode(account.did));
    });
    await Promise.all(logins);
    for (const [port, requests] of set.proxy.requests) expect(requests).toBeGreaterThan(before.get(port) ?? 0);
    expect(set.proxy.failed).toEqual([]);
  });

  it("A client that registered itself is known at every node with its next request, and forgotten once it deletes itself", async () => {
    const metadata = {
      client_name: "Many",
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
      dpop_bound_access_tokens: true,
      scope: "atproto transition:generic"
    };
    const authorize = async (clientId: string, reach: string) => {
      const made = await App.make(set.proxy, { clientId, clientSecret: null, redirectUri: callback });
      const { search } = await made.authorizationUrl(made.begin(), {});
      return (await fetch(`${reach}/oauth/authorize${search}`, { redirect: "manual" })).status;
    };
    for (let round = 0; round < 5; round += 1) {
      const response = await fetch(`${set.proxy.reach}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(metadata)
      });
      const registered = Schema.decodeUnknownSync(Registered)(await response.text());
      const statuses = await Promise.all(
        set.nodes.map(({ process }) => authorize(registered.client_id, process.reach))
      );
      expect(statuses).toEqual(atEveryNode(200));
      const deleted = await fetch(registered.registration_client_uri, {
        method: "DELETE",
        headers: { authorization: `Bearer ${registered.registration_access_token}` }
      });
      expect(deleted.status).toBe(204);
      for (const { process } of set.nodes)
        await eventually(
          "the client is forgotten",
          async () => (await authorize(registered.client_id, process.reach)) === 400,
          1_000
        );
    }
  });

  it("Refresh tokens rotate at any node, concurrent uses get the same tokens, and a reused one ends the authorization everywhere", async () => {
    const first = await app.login(account);
    const rotated = await atEachNode((at) => at.refresh(first));
    expect(new Set(rotated.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    const [second = first] = rotated;
    const third = await app.refresh(second);
    expect(await atEachNode((at) => viewerAt(at, third))).toEqual(atEveryNode(account.did));
    await expect(app.refresh(first)).rejects.toThrow();
    await eventually(
      "every node refuses the access token",
      async () => (await atEachNode((at) => viewerAt(at, third))).every((did) => did === null),
      1_000
    );
    await expect(app.refresh(third)).rejects.toThrow();
  });

  it("A proof is accepted at one node only, whichever gets it first", async () => {
    const tokens = await app.login(account);
    const proof = await app.proof("POST", "/graphql", tokens.accessToken);
    const seen = await atEachNode(async (at) => {
      const headers = {
        "content-type": "application/json",
        authorization: `DPoP ${tokens.accessToken}`,
        dpop: proof
      };
      const body = JSON.stringify({ query: viewer });
      const response = await at.fetch(`${set.proxy.publicUrl}/graphql`, { method: "POST", headers, body });
      return Object(Object(await response.json()).data).viewer?.did ?? "refused";
    });
    expect(seen.toSorted()).toEqual([account.did, "refused", "refused", "refused"]);
  });

  it("A write and an upload through one node are read at every other at once", async () => {
    const tokens = await app.login(account);
    for (const status of ["1", "2", "3", "4", "5"]) {
      expect((await app.graphql(createStatus, { status }, tokens)).errors).toBeUndefined();
      const found = await atEachNode(async (at) => (await at.graphql(feed, { status })).data);
      expect(found).toEqual(atEveryNode({ xyzStatusphereStatus: { totalCount: 1 } }));
    }
    const upload = 'mutation { uploadBlob(data: "dGlkZQ==", mimeType: "image/png") { ref mimeType size } }';
    const { uploadBlob: avatar } = Object((await app.graphql(upload, {}, tokens)).data);
    const update = `mutation ($avatar: BlobInput) {
      updateAppNeutralActorProfile(rkey: "self", input: { displayName: "Many", avatar: $avatar }) { avatar { ref } }
    }`;
    const { data } = await app.graphql(update, { avatar }, tokens);
    expect(data).toEqual({ updateAppNeutralActorProfile: { avatar: { ref: avatar.ref } } });
  });

  it("An admin who signed in through all nodes is known to each, and signed out of each", async () => {
    const output = set.nodes.map(({ process }) => process.output).join("");
    const browser = new AdminBrowser(set.proxy);
    await browser.post("/settings/sign-in", { token: /setup_[\w-]{32}/.exec(output)?.[0] ?? "none" });
    expect(await browser.signIn(account)).toBe("/settings");
    const states = () =>
      Promise.all(
        set.nodes.map(({ process }) =>
          browser.at({ ...set.proxy, publicUrl: set.proxy.publicUrl, reach: process.reach }).state()
        )
      );
    expect(await states()).toEqual(atEveryNode("ADMIN"));
    await browser.post("/settings/sign-out", {});
    expect(await states()).toEqual(atEveryNode("SIGNED_OUT"));
  });

  it("A client that the operator deletes is refused at every node within a second, with its tokens", async () => {
    const other = await App.make(set.proxy, await set.register("public", callback));
    const tokens = await other.login(account);
    expect(await viewerAt(other, tokens)).toBe(account.did);
    await set.command("clients", "delete", other.registration.clientId, "--yes");
    const refused = set.nodes.map(async ({ process }) => {
      const at = other.at({ publicUrl: set.proxy.publicUrl, reach: process.reach });
      await eventually("the token is refused", async () => (await viewerAt(at, tokens)) === null, 1_000);
      await expect(at.refresh(tokens)).rejects.toThrow();
    });
    await Promise.all(refused);
  });

  const cursorNow = async (): Promise<string> => {
    const headers = { "content-type": "application/json", "tidemark-cursor": "1" };
    const body = JSON.stringify({ query: "{ xyzStatusphereStatus { totalCount } }" });
    const response = await fetch(`${set.proxy.reach}/graphql`, { method: "POST", headers, body });
    return String(Object(await response.json()).extensions.cursor);
  };

  it("A subscription continues at another node, whichever is killed, and misses and repeats nothing", async () => {
    const tokens = await app.login(account);
    const subscription = new ResumedSubscription(set.proxy, await cursorNow());
    const written: Array<string> = [];
    const write = async (status: string) => {
      expect((await app.graphql(createStatus, { status }, tokens)).errors).toBeUndefined();
      written.push(status);
    };
    // All in turn, because any of them may have the subscription.
    for (const { number, process } of set.nodes) {
      await eventually("it is open", async () => subscription.isOpen);
      await write(`${number}`);
      await process.kill();
      await eventually("the proxy knows", async () => !set.proxy.ready.includes(process.port));
      await write("x");
      await process.start();
      await eventually("the node is back", async () => set.proxy.ready.includes(process.port));
      await write("y");
    }
    await eventually("everything is received", async () => subscription.statuses.length >= written.length);
    await subscription.stop();
    expect(subscription.statuses).toEqual(written);
    expect(subscription.streams).toBeGreaterThan(1);
  });

  it("Nodes that are replaced one after the other under load fail no request", async () => {
    const signedIn = async (handle: string) => {
      const own = await App.make(set.proxy, registration);
      return { app: own, tokens: await own.login(await network.pdses[0].createAccount({ handle })) };
    };
    const writer = await signedIn("many-writer.test");
    const before = set.proxy.failed.length;
    const load = new ConstantLoad(writer, await signedIn("many-refresher.test"));
    for (const node of set.nodes.slice(0, 2)) {
      expect(await set.retire(node)).toBe(0);
      await set.add({ number: node.number });
    }
    const { reads, refreshes, writes, wrong } = await load.end();
    expect({ wrong, failed: set.proxy.failed.slice(before) }).toEqual({ wrong: [], failed: [] });
    for (const done of [reads, writes, refreshes]) expect(done).toBeGreaterThan(count);
  }, 180_000);
});
