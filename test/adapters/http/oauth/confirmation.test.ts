import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { WebMemory } from "../../../../src/adapters/memory/OutboundHttpMemory.ts";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { codeChallenge } from "../../../../src/domain/authorization/request/pkce.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { parameters, redirectUri } from "../../../support/loginThrough.ts";
import { alice, publicUrl } from "../../../support/memoryService.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import type { Answer } from "../send.ts";
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

const register = (metadata: Readonly<Record<string, unknown>> = {}) =>
  Effect.map(
    ask("/oauth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "A stranger",
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        ...metadata
      })
    }),
    (answer) => ({
      clientId: member(answer, "client_id"),
      uri: member(answer, "registration_client_uri").slice(publicUrl.length),
      token: member(answer, "registration_access_token")
    })
  );

const hint = { login_hint: alice.handle };

const confirmationIn = (page: Answer): string =>
  /name="confirmation" value="([A-Za-z0-9_-]{43})"/.exec(page.text)?.[1] ?? assert.fail(page.text);

const reply = (
  page: Answer,
  answer: string,
  headers: Readonly<Record<string, string>> = { "sec-fetch-site": "same-origin" },
  form: Readonly<Record<string, string>> = {}
) =>
  ask("/oauth/authorize/confirm", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", cookie: cookieOf(page), ...headers },
    body: new URLSearchParams({ confirmation: confirmationIn(page), answer, ...form }).toString()
  });

const eventsOf = (clientId: string) =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.read(0, 10_000), (events) => events.filter((event) => event.clientId === clientId))
  );

const typesOf = (clientId: string) => Effect.map(eventsOf(clientId), (events) => events.map(({ type }) => type));

/** A page of ours under the strict headers (AZ-15). */
const assertPage = (answer: Answer, status: number): void => {
  assert.strictEqual(answer.status, status, answer.text);
  assert.isNull(answer.header("location"));
  assert.strictEqual(answer.header("content-type"), "text/html; charset=utf-8");
  assert.include(answer.header("content-security-policy"), "default-src 'none'");
  assert.include(answer.header("content-security-policy"), "frame-ancestors 'none'");
  assert.strictEqual(answer.header("x-frame-options"), "DENY");
  assert.strictEqual(answer.header("referrer-policy"), "no-referrer");
  assert.strictEqual(answer.header("cache-control"), "no-store");
  assert.isNull(answer.header("access-control-allow-origin"));
  for (const tag of ["<script", "<img", "<link", "src="]) assert.notInclude(answer.text, tag);
};

it.layer(oauthServer)("the page about an app that nobody vouches for", (it) => {
  it.effect("CD-01 says what it is, where it leads and what it may, before the PDS hears of it", () =>
    Effect.gen(function* () {
      const { clientId } = yield* register({ scope: "atproto repo:xyz.statusphere.status?action=create blob:image/*" });
      const page = yield* authorize({ client_id: clientId, ...hint });
      assertPage(page, 200);
      const shown = ["A stranger", "client.example", alice.handle, "pds.example", "app.example"];
      for (const text of [...shown, "Create records of these kinds", "xyz.statusphere.status", "image/*"]) {
        assert.include(page.text, text);
      }
      assert.match(page.cookies.join(), /^__Host-tidemark-login=[A-Za-z0-9_-]{43}; Max-Age=600; /);
      assert.deepStrictEqual(yield* typesOf(clientId), [
        "ClientRegistered.v2",
        "AuthorizationRequested.v1",
        "ConfirmationAsked.v1"
      ]);
      assert.notInclude(JSON.stringify(yield* eventsOf(clientId)), confirmationIn(page));
    })
  );

  it.effect("leads to the PDS and to tokens when the person goes on", () =>
    Effect.gen(function* () {
      const { clientId } = yield* register();
      const page = yield* authorize({ client_id: clientId, ...hint });
      const gone = yield* reply(page, "allow");
      assert.strictEqual(gone.status, 303, gone.text);
      assert.strictEqual(location(gone).origin, "https://pds.example");
      const pds = yield* PdsMemory;
      const back = yield* pds.approve(location(gone), alice.did);
      const returned = yield* ask(`/oauth/atp/callback?${back}`, { headers: { cookie: cookieOf(page) } });
      const key = yield* Effect.promise(makeDpopKey);
      const tokens = yield* redeem({ clientId, code: codeOf(returned), key });
      assert.strictEqual(tokens.status, 200, tokens.text);
      assert.include(yield* typesOf(clientId), "ClientConfirmed.v1");
    })
  );

  it.effect("AZ-17 leads back to the app with access_denied when the person does not", () =>
    Effect.gen(function* () {
      const { clientId } = yield* register();
      const page = yield* authorize({ client_id: clientId, ...hint });
      const declined = yield* reply(page, "deny");
      assert.strictEqual(declined.status, 303);
      const to = location(declined);
      assert.strictEqual(`${to.origin}${to.pathname}`, redirectUri);
      assert.deepStrictEqual(
        ["error", "state", "iss"].map((name) => to.searchParams.get(name)),
        ["access_denied", parameters.state, publicUrl]
      );
      const last = (yield* eventsOf(clientId)).at(-1);
      assert.deepStrictEqual([last?.type, last?.outcome], ["ClientDeclined.v1", "failure"]);
      assertPage(yield* reply(page, "allow"), 400);
    })
  );

  it.effect("CD-02, CD-06 is shown again for another client, and every time", () =>
    Effect.gen(function* () {
      const [one, another] = [yield* register(), yield* register()];
      const page = yield* authorize({ client_id: one.clientId, ...hint });
      assert.strictEqual((yield* reply(page, "allow")).status, 303);
      const headers = { cookie: cookieOf(page) };
      for (const clientId of [another.clientId, one.clientId]) {
        assertPage(yield* authorize({ client_id: clientId, ...hint }, { headers }), 200);
      }
    })
  );

  it.effect("CD-03 takes the answer of this browser and this page only, and nothing changes by any other", () =>
    Effect.gen(function* () {
      const { clientId } = yield* register();
      const page = yield* authorize({ client_id: clientId, ...hint });
      const other = yield* authorize({ client_id: clientId, ...hint });
      const before = (yield* typesOf(clientId)).length;
      const same = { "sec-fetch-site": "same-origin" };
      const refused: ReadonlyArray<Answer> = [
        yield* reply(page, "allow", { "sec-fetch-site": "cross-site" }),
        yield* reply(page, "allow", { "sec-fetch-site": "same-site" }),
        yield* reply(page, "allow", { "sec-fetch-site": "none" }),
        yield* reply(page, "allow", { origin: "https://evil.example" }),
        yield* reply(page, "allow", { ...same, cookie: "" }),
        yield* reply(page, "allow", { ...same, cookie: cookieOf(other) }),
        yield* reply(page, "allow", same, { confirmation: "" }),
        yield* reply(page, "allow", same, { confirmation: "x".repeat(43) }),
        yield* reply(page, "maybe", same)
      ];
      for (const answer of refused) assertPage(answer, 403);
      assert.strictEqual((yield* ask("/oauth/authorize/confirm")).status, 405);
      const bare = yield* ask("/oauth/authorize/confirm", { method: "POST", headers: same });
      assertPage(bare, 400);
      assert.strictEqual((yield* typesOf(clientId)).length, before);
      assert.strictEqual((yield* reply(page, "allow", { origin: "null" })).status, 303);
    })
  );

  it.effect("takes one answer, of however many that come at once, and none after ten minutes", () =>
    Effect.gen(function* () {
      const { clientId } = yield* register();
      const page = yield* authorize({ client_id: clientId, ...hint });
      const answers = yield* Effect.all(
        ["allow", "deny", "allow", "deny", "allow"].map((answer) => reply(page, answer)),
        { concurrency: 5 }
      );
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [303, 400, 400, 400, 400]);
      const late = yield* authorize({ client_id: clientId, ...hint });
      yield* TestClock.adjust("601 seconds");
      assertPage(yield* reply(late, "allow"), 400);
    })
  );

  it.effect("CD-07 counts for nothing once the client is another one, or gone", () =>
    Effect.gen(function* () {
      for (const method of ["PUT", "DELETE"]) {
        const { clientId, token, uri } = yield* register();
        const page = yield* authorize({ client_id: clientId, ...hint });
        const body = JSON.stringify({
          client_id: clientId,
          redirect_uris: [redirectUri],
          client_name: "Somebody else"
        });
        const changed = yield* ask(uri, {
          method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          ...(method === "PUT" && { body })
        });
        assert.oneOf(changed.status, [200, 204]);
        assertPage(yield* reply(page, "allow"), 400);
      }
    })
  );

  it.effect("shows names as text, and hosts in the letters that they are dialled by", () =>
    Effect.gen(function* () {
      const spoofed = "https://аpp.example/callback";
      const { clientId } = yield* register({ client_name: "<b>Bank</b> &amp;", redirect_uris: [spoofed] });
      const page = yield* authorize({ client_id: clientId, redirect_uri: spoofed, ...hint });
      assertPage(page, 200);
      assert.include(page.text, "&lt;b&gt;Bank&lt;/b&gt; &amp;amp;");
      assert.include(page.text, "xn--pp-6kc.example");
      assert.notInclude(page.text, "аpp.example");
    })
  );
});

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

it.layer(oauthServer)("a client by the address of its metadata", (it) => {
  it.effect("MD-03 signs people in without registration, after the page, with the document's digest in the log", () =>
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

  it.effect("AZ-16 asks by pushed requests only", () =>
    Effect.gen(function* () {
      yield* publish(documentUrl);
      const answer = yield* authorize({ client_id: documentUrl, scope: "atproto", ...hint });
      assert.strictEqual(location(answer).searchParams.get("error"), "invalid_request");
    })
  );

  it.effect("RG-09 is refused for addresses that are none", () =>
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

  it.effect("RG-09, SS-10 is refused for documents that do not keep to the rules", () =>
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

  it.effect("SS-09 fetches once for many at a time; a failure counts for seconds, a good copy for a day", () =>
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

  it.effect("ends with its document", () =>
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

it.effect("RG-09 lets an app in development say all of itself in its id, where that is allowed", () =>
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
