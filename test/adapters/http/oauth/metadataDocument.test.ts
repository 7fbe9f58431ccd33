import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { WebMemory } from "../../../../src/adapters/memory/OutboundHttpMemory.ts";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { codeChallenge } from "../../../../src/domain/authorization/request/pkce.ts";
import { redirectUri } from "../../../support/loginThrough.ts";
import { alice } from "../../../support/memoryService.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import { assertPage, eventsOf, hint, reply, typesOf } from "./consentPage.ts";
import {
  ask,
  authorize,
  codeForm,
  codeOf,
  cookieOf,
  location,
  member,
  oauthServer,
  oauthServerWith,
  redeem
} from "./oauthServer.ts";
import { freshVerifier, open, push, pushed } from "./pushing.ts";

const documentUrl = "https://client.example/oauth-client-metadata.json";

const documentOf = (url: string, change: Readonly<Record<string, unknown>> = {}) => ({
  client_id: url,
  client_name: "By its address",
  redirect_uris: [redirectUri],
  scope: "atproto",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
  dpop_bound_access_tokens: true,
  ...change
});

const publish = (url: string, change: Readonly<Record<string, unknown>> = {}) =>
  Effect.flatMap(WebMemory, (web) => web.publish(url, JSON.stringify(documentOf(url, change))));

it.layer(oauthServer)("a client whose ID is the URL of its metadata", (it) => {
  it.effect(
    "MD-03 signs users in without registration, after the consent page, with the document's digest in the log",
    () =>
      Effect.gen(function* () {
        yield* publish(documentUrl);
        const key = yield* Effect.promise(makeDpopKey);
        const verifier = freshVerifier();
        const uri = yield* pushed(documentUrl, key, { code_challenge: codeChallenge(verifier) });
        const page = yield* open(documentUrl, uri, hint);
        assertPage(page, 200);
        for (const text of ["By its address", "client.example"]) assert.include(page.text, text);
        const gone = yield* reply(page, "allow");
        const pds = yield* PdsMemory;
        const back = yield* pds.approve(location(gone), alice.did);
        const returned = yield* ask(`/oauth/atp/callback?${back}`, { headers: { cookie: cookieOf(page) } });
        const login = { clientId: documentUrl, code: codeOf(returned), key };
        const tokens = yield* redeem(login, { ...codeForm(documentUrl, login.code), code_verifier: verifier });
        assert.strictEqual(tokens.status, 200, tokens.text);
        const events = yield* eventsOf(documentUrl);
        const read = events.find(({ type }) => type === "ClientDocumentRead.v1");
        const requested = events.find(({ type }) => type === "AuthorizationRequested.v1");
        assert.deepInclude(read?.data, { name: "By its address", redirectUris: [redirectUri] });
        assert.strictEqual(requested?.data.documentDigest, read?.data.digest);
        const again = yield* open(documentUrl, yield* pushed(documentUrl, key), hint);
        assert.strictEqual(again.status, 200);
        const types = yield* typesOf(documentUrl);
        assert.strictEqual(types.filter((type) => type === "ClientDocumentRead.v1").length, 1);
        const web = yield* WebMemory;
        assert.strictEqual(yield* web.asked(documentUrl), 1);
      })
  );

  it.effect("AZ-16 must use pushed requests", () =>
    Effect.gen(function* () {
      yield* publish(documentUrl);
      const answer = yield* authorize({ client_id: documentUrl, scope: "atproto", ...hint });
      assert.strictEqual(location(answer).searchParams.get("error"), "invalid_request");
    })
  );

  it.effect("RG-09 is refused for invalid URLs", () =>
    Effect.gen(function* () {
      const key = yield* Effect.promise(makeDpopKey);
      for (const clientId of [
        "https://client.example",
        "https://client.example/",
        "https://client.example/a/../b.json",
        "https://client.example/%2e%2e/b.json",
        "https://client.example/b.json#x",
        "https://user@client.example/b.json",
        "https://user:password@client.example/b.json",
        "https://CLIENT.example/b.json",
        "https://client.example:443/b.json",
        "HTTPS://client.example/b.json",
        "http://client.example/b.json",
        "https://localhost/b.json",
        "https://127.0.0.1/b.json",
        "https://10.0.0.1/b.json",
        "https://0x7f000001/b.json",
        "https://[::1]/b.json",
        "https://client/b.json",
        "http://localhost",
        "http://127.0.0.1:8080/b.json",
        `https://client.example/${"x".repeat(600)}`
      ]) {
        const answer = yield* push(clientId, key);
        assert.deepStrictEqual([answer.status, member(answer, "error")], [400, "invalid_client_metadata"], clientId);
        const page = yield* authorize({ client_id: clientId });
        assertPage(page, 400);
        assert.include(page.text, "invalid_client_metadata");
      }
    })
  );

  it.effect("RG-09, SS-10 is refused for documents that break the rules", () =>
    Effect.gen(function* () {
      const web = yield* WebMemory;
      const key = yield* Effect.promise(makeDpopKey);
      const refused = (url: string) =>
        Effect.map(push(url, key), (answer) => {
          assert.deepStrictEqual([answer.status, member(answer, "error")], [400, "invalid_client_metadata"], url);
        });
      const changes: ReadonlyArray<Readonly<Record<string, unknown>>> = [
        { client_id: "https://client.example/another.json" },
        { client_id: undefined },
        { client_secret: "x" },
        { token_endpoint_auth_method: "client_secret_basic" },
        { token_endpoint_auth_method: "private_key_jwt" },
        { jwks: { keys: [{ kty: "EC", crv: "P-256", x: "x", y: "y", d: "d" }] } },
        { dpop_bound_access_tokens: false },
        { redirect_uris: [] },
        { redirect_uris: ["com.evil.app:/callback"] },
        { redirect_uris: ["http://127.0.0.1/callback"], application_type: "web" },
        { redirect_uris: ["javascript:alert(1)"] },
        { scope: "openid" },
        { client_name: "a\u202eb" }
      ];
      for (const [index, change] of changes.entries()) {
        const url = `https://client.example/${index}.json`;
        yield* publish(url, change);
        yield* refused(url);
      }
      const good = JSON.stringify(documentOf("https://client.example/answer.json"));
      const json = { "content-type": "application/json" };
      for (const [index, answer] of [
        { status: 201, headers: json, body: good },
        { status: 302, headers: { ...json, location: documentUrl }, body: "" },
        { status: 404, headers: json, body: good },
        { status: 200, headers: { "content-type": "text/html" }, body: good },
        { status: 200, headers: json, body: `${good}${" ".repeat(6000)}` },
        { status: 200, headers: json, body: "[]" },
        { status: 200, headers: json, body: "{" },
        "address-refused" as const
      ].entries()) {
        const url = `https://answer-${index}.example/answer.json`;
        yield* web.publish(url, answer);
        yield* refused(url);
      }
      yield* publish("https://app.client.example/native.json", { redirect_uris: ["example.client.app:/callback"] });
      const native = yield* push("https://app.client.example/native.json", key, {
        redirect_uri: "example.client.app:/callback"
      });
      assert.strictEqual(native.status, 201, native.text);
    })
  );

  it.effect(
    "SS-09 fetches once for concurrent requests, and caches a failure for seconds and a valid copy for a day",
    () =>
      Effect.gen(function* () {
        const web = yield* WebMemory;
        const key = yield* Effect.promise(makeDpopKey);
        const url = "https://busy.example/client.json";
        const down = yield* push(url, key);
        assert.deepStrictEqual([down.status, member(down, "error")], [503, "temporarily_unavailable"]);
        assertPage(yield* authorize({ client_id: url }), 400);
        assert.strictEqual(yield* web.asked(url), 1);
        yield* publish(url);
        yield* TestClock.adjust("6 seconds");
        const all = yield* Effect.all(
          Array.from({ length: 100 }, () => push(url, key)),
          { concurrency: 100 }
        );
        assert.isTrue(all.every(({ status }) => status === 201));
        assert.strictEqual(yield* web.asked(url), 2);
        yield* web.publish(url, "timeout");
        yield* TestClock.adjust("12 hours");
        assert.strictEqual((yield* push(url, key)).status, 201);
        yield* TestClock.adjust("13 hours");
        assert.strictEqual((yield* push(url, key)).status, 503);
      })
  );

  it.effect("is invalid once its document is gone", () =>
    Effect.gen(function* () {
      const web = yield* WebMemory;
      const key = yield* Effect.promise(makeDpopKey);
      const url = "https://gone.example/client.json";
      yield* publish(url);
      assert.strictEqual((yield* push(url, key)).status, 201);
      yield* web.publish(url, { status: 410, headers: {}, body: "" });
      yield* TestClock.adjust("2 hours");
      assert.strictEqual((yield* push(url, key)).status, 400);
    })
  );
});

it.effect("RG-09 accepts all metadata of an app in development in its ID, if that is allowed", () =>
  Effect.gen(function* () {
    const own = `http://localhost?${new URLSearchParams({ redirect_uri: "http://127.0.0.1:5173/callback", scope: "atproto" })}`;
    const asked = { ...hint, scope: "atproto" };
    const page = yield* authorize({ client_id: own, redirect_uri: "http://127.0.0.1:8000/callback", ...asked });
    assertPage(page, 200);
    assert.include(page.text, "an app on this device");
    assertPage(yield* authorize({ client_id: "http://localhost", redirect_uri: "http://127.0.0.1:1/", ...asked }), 200);
    for (const id of [
      "http://localhost:9999",
      "http://localhost/path",
      "http://localhost#x",
      "http://localhost?nonsense=1",
      "http://localhost?scope=atproto&scope=atproto",
      "http://localhost?scope=email",
      "http://localhost?redirect_uri=https%3A%2F%2Fevil.example%2F",
      "http://localhost?redirect_uri=http%3A%2F%2Flocalhost%2F",
      "http://localhost.evil.example/client.json"
    ]) {
      const refused = yield* authorize({ client_id: id, redirect_uri: "http://127.0.0.1/", ...hint });
      assertPage(refused, 400);
    }
    const elsewhere = yield* authorize({ client_id: own, redirect_uri: "http://127.0.0.1/other", ...asked });
    assertPage(elsewhere, 400);
  }).pipe(
    Effect.provide(
      oauthServerWith({ clientPolicy: { registration: "open", registrationToken: null, development: true } })
    )
  )
);
