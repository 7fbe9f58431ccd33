import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { storeOf } from "../../sdk/src/react/TidemarkStore.ts";
import { version } from "../../sdk/src/version.ts";
import { startTestService } from "../../sdk/testing/startTestService.ts";
import type { TestService } from "../../sdk/testing/TestService.ts";

const newest = `{ xyzStatusphereStatus(first: 10) { nodes { status actorHandle did } } }`;
const setStatus = `mutation ($status: String!, $createdAt: DateTime!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: $createdAt }) { uri status }
}`;
const now = () => ({ status: "🌊", createdAt: new Date().toISOString() });

it("can be used in five lines", async () => {
  const tidemark = await startTestService({ lexicons: "./lexicons" });
  const alice = await tidemark.signIn("alice.test");
  await alice.mutate(setStatus, now());
  expect(await alice.query(newest)).toMatchObject({ xyzStatusphereStatus: { nodes: [{ status: "🌊" }] } });
  await tidemark.stop();
});

describe("the test kit", () => {
  let tidemark: TestService;
  beforeAll(async () => {
    tidemark = await startTestService();
  });
  afterAll(() => tidemark.stop());

  it("has any number of users, who are the same in every run", async () => {
    const alice = await tidemark.signIn("alice.test");
    const bob = await tidemark.signIn("bob.test");
    expect([alice.did, alice.handle]).toEqual(["did:plc:aadnvwrf7k4vid5rtqraxyv3", "alice.test"]);
    expect(await alice.mutate(setStatus, now())).toMatchObject({ createXyzStatusphereStatus: { status: "🌊" } });
    expect(await bob.query("{ viewer { did handle } }")).toEqual({ viewer: { did: bob.did, handle: "bob.test" } });
    const { nodes } = (await tidemark.publicQuery<{ xyzStatusphereStatus: { nodes: ReadonlyArray<object> } }>(newest))
      .xyzStatusphereStatus;
    expect(nodes).toContainEqual({ status: "🌊", actorHandle: "alice.test", did: alice.did });
    expect(await bob.uploadBlob(new Blob(["12345"], { type: "text/plain" }))).toMatchObject({ size: 5 });
  });

  it("restricts users to their scope", async () => {
    const reader = await tidemark.signIn("carol.test", { scope: "atproto" });
    await expect(reader.mutate(setStatus, now())).rejects.toMatchObject({
      reason: "graphql",
      code: "FORBIDDEN"
    });
  });

  it("logs out and ends sessions as in production", async () => {
    const alice = await tidemark.signIn("alice.test");
    const news: Array<unknown> = [];
    alice.onChange((user) => news.push(user));
    expect([alice.isAuthenticated(), alice.getUser()]).toEqual([true, { did: alice.did }]);
    await tidemark.endSessions();
    await expect(alice.mutate(setStatus, now())).rejects.toMatchObject({ reason: "login_expired" });
    expect([alice.isAuthenticated(), alice.getUser(), news]).toEqual([false, null, [null]]);

    const bob = await tidemark.signIn("bob.test");
    expect(await bob.logout()).toEqual({ revoked: true });
    await expect(bob.query(newest)).rejects.toMatchObject({ reason: "not_logged_in" });
    await expect(bob.loginWithRedirect()).rejects.toMatchObject({ reason: "configuration" });
    expect(await bob.handleRedirectCallback()).toBeNull();
  });

  it("returns users who can replace the client of an app, also in React", async () => {
    const alice = await tidemark.signIn("alice.test");
    const { queries, session } = storeOf(alice);
    const states: Array<string> = [];
    const end = session.subscribe(() => states.push(session.get().status));
    await vi.waitFor(() =>
      expect(session.get()).toEqual({ status: "loggedIn", user: { did: alice.did }, error: null })
    );
    const ask = async () => ({ data: await alice.query("{ viewer { handle } }") });
    queries.subscribe("viewer", ask, () => {});
    await vi.waitFor(() => expect(queries.get("viewer").data).toEqual({ viewer: { handle: "alice.test" } }));
    await alice.logout();
    expect([session.get().status, states]).toEqual(["loggedOut", ["loggedIn", "loggedOut"]]);
    end();
  });

  it("has users who subscribe, from a query on, until they log out", async () => {
    const alice = await tidemark.signIn("alice.test");
    const bob = await tidemark.signIn("bob.test");
    let after = "";
    const onCursor = (cursor: string) => {
      after = cursor;
    };
    await bob.query(newest, undefined, { onCursor });
    await alice.mutate(setStatus, { ...now(), status: "😎" });
    const created = `subscription ($after: String) { xyzStatusphereStatusCreated(after: $after) { status actorHandle } }`;
    const [toBob, toAll, ends]: [Array<unknown>, Array<unknown>, Array<string>] = [[], [], []];
    const onError = (error: Error) => {
      throw error;
    };
    bob.subscribe(
      created,
      { after },
      { onError, onData: (event) => toBob.push(event), onEnd: (end) => ends.push(end) }
    );
    const end = tidemark.publicSubscribe(created, { after }, { onError, onData: (event) => toAll.push(event) });
    await alice.mutate(setStatus, { ...now(), status: "🐢" });
    const both = ["😎", "🐢"].map((status) => ({ xyzStatusphereStatusCreated: { status, actorHandle: "alice.test" } }));
    await vi.waitFor(() => expect([toBob, toAll]).toEqual([both, both]), 5000);
    await bob.logout();
    expect(ends).toEqual(["logged_out"]);
    end();
  });

  it("completes the login of an app, approved and denied", async () => {
    const redirectUri = "http://127.0.0.1:9/back";
    const { clientId, clientSecret } = await tidemark.register({ redirectUris: [redirectUri] });
    expect(clientSecret).toBeNull();
    const asked = (state: string) =>
      `${tidemark.url}/oauth/authorize?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        code_challenge_method: "S256",
        state
      })}`;
    const approved = new URL(await tidemark.approve(asked("one"), "alice.test"));
    expect(approved.origin + approved.pathname).toBe(redirectUri);
    expect([approved.searchParams.get("state"), approved.searchParams.has("code")]).toEqual(["one", true]);
    const denied = new URL(await tidemark.deny(asked("two"), "alice.test")).searchParams;
    expect([denied.get("state"), denied.get("error"), denied.has("code")]).toEqual(["two", "access_denied", false]);
    await expect(tidemark.approve(`${tidemark.url}/oauth/authorize?client_id=none`, "alice.test")).rejects.toThrow(
      /The login stopped at \/oauth\/authorize \(400\)/
    );
  });

  it.each([
    ["/sdk.js", "sdk.js"],
    ["/sdk.d.ts", "sdk.d.ts"],
    ["/sdk.global.js", "sdk.global.js"],
    ["/sdk/react.js", "react.js"],
    ["/sdk/node.js", "node.js"]
  ])("serves %s, the bundle of its version", async (path, name) => {
    const bundle = await readFile(new URL(`../../sdk/dist/${name}`, import.meta.url), "utf8");
    expect(await (await fetch(tidemark.url + path)).text()).toBe(bundle);
    if (name === "sdk.js") expect(bundle).toContain(`"${version}"`);
  });

  it("reports an invalid handle and invalid Lexicons", async () => {
    await expect(tidemark.signIn("Alice")).rejects.toThrow('"Alice" is not a handle. Use one like "alice.test".');
    await expect(startTestService({ lexicons: "./no/such/folder" })).rejects.toThrow(/no\/such\/folder/);
    await expect(startTestService({ lexicons: [{ lexicon: 1, id: "app.example.note", defs: 1 }] })).rejects.toThrow(
      /app\.example\.note/
    );
  });

  it("runs concurrently with others, and is unreachable after it stops", async () => {
    await using another = await startTestService();
    expect(another.url).not.toBe(tidemark.url);
    await (await another.signIn("alice.test")).mutate(setStatus, now());
    await another.stop();
    await expect(fetch(`${another.url}/health`)).rejects.toThrow();
  });
});
