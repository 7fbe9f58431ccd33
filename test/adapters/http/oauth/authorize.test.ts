import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { parameters, publicClient, redirectUri, registered } from "../../../support/loginThrough.ts";
import { alice } from "../../../support/memoryService.ts";
import { assertPage, assertRefused, client } from "./authorizing.ts";
import { ask, authorize, location, oauthServer, signedIn } from "./oauthServer.ts";

it.layer(oauthServer)("/oauth/authorize", (it) => {
  it.effect("redirects the browser to the PDS, with a cookie that binds the login to it", () =>
    Effect.gen(function* () {
      const answer = yield* authorize({ client_id: yield* client, login_hint: alice.handle });
      assert.strictEqual(answer.status, 303);
      assert.strictEqual(location(answer).origin, "https://pds.example");
      assert.strictEqual(answer.header("cache-control"), "no-store");
      assert.match(
        answer.cookies.join(),
        /^__Host-tidemark-login=[A-Za-z0-9_-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/
      );
    })
  );

  it.effect("CD-05 uses one token per browser, and accepts only those that it issued", () =>
    Effect.gen(function* () {
      const query = { client_id: yield* client, login_hint: alice.handle };
      const first = yield* authorize(query);
      const cookie = first.cookies[0]?.split(";")[0] ?? "";
      const again = yield* authorize(query, { headers: { cookie: `a=b; ${cookie}; c=d` } });
      assert.deepStrictEqual(again.cookies, first.cookies);
      for (const odd of ["__Host-tidemark-login=short", `${cookie}; ${cookie}x`, `${cookie}; ${cookie}`]) {
        const fresh = yield* authorize(query, { headers: { cookie: odd } });
        assert.notDeepEqual(fresh.cookies, first.cookies, odd);
      }
    })
  );

  it.effect("shows a page for a state that is too long for a Location header", () =>
    Effect.gen(function* () {
      const client_id = yield* client;
      const answer = yield* authorize({ client_id, login_hint: alice.handle, state: "s".repeat(5_000) });
      assertPage(answer);
      assert.include(answer.text, "at most 4096 bytes together");
      assert.include(answer.text, "<code>state</code>");
      const fits = yield* authorize({ client_id, login_hint: alice.handle, state: "s".repeat(4_000) });
      assert.strictEqual(fits.status, 303);
    })
  );

  it.effect("AZ-01 accepts only GET and POST", () =>
    Effect.gen(function* () {
      for (const method of ["PUT", "DELETE", "HEAD", "OPTIONS"]) {
        const answer = yield* ask("/oauth/authorize", { method });
        assert.deepStrictEqual([answer.status, answer.header("allow")], [405, "GET, POST"]);
        assert.isNull(answer.header("access-control-allow-origin"));
      }
    })
  );

  it.effect("AZ-12 accepts a form like a query, and redirects the browser with GET", () =>
    Effect.gen(function* () {
      const body = new URLSearchParams({
        ...parameters,
        client_id: yield* client,
        login_hint: alice.handle
      }).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" };
      const answer = yield* ask("/oauth/authorize", { method: "POST", headers, body });
      assert.strictEqual(answer.status, 303, answer.text);
      assertPage(yield* ask("/oauth/authorize", { method: "POST", body }));
      assertPage(yield* ask("/oauth/authorize", { method: "POST", headers, body: `x=${"x".repeat(70_000)}` }), 413);
    })
  );

  it.effect("AZ-02, AZ-03 shows a page when client or redirect URI cannot be trusted", () =>
    Effect.gen(function* () {
      const client_id = yield* client;
      for (const query of [
        { client_id: undefined },
        { client_id: "" },
        { client_id: "client_AAAAAAAAAAAAAAAAAAAAAA" },
        { client_id: "https://evil.example/client.json" },
        { client_id, redirect_uri: "https://evil.example/callback" },
        { client_id, redirect_uri: `${redirectUri}/` },
        { client_id, redirect_uri: "not a uri" }
      ]) {
        assertPage(yield* authorize(query));
      }
      const { client: two } = yield* registered({
        ...publicClient,
        redirectUris: [redirectUri, "https://client.example/other"]
      });
      assertPage(yield* authorize({ client_id: two.clientId, redirect_uri: undefined }));
      const only = yield* authorize({ client_id, redirect_uri: undefined, login_hint: alice.handle });
      assert.strictEqual(only.status, 303);
    })
  );

  it.effect("responds in JSON if requested, also without a redirect", () =>
    Effect.gen(function* () {
      const answer = yield* authorize({ client_id: "nobody" }, { headers: { accept: "application/json" } });
      assert.strictEqual(answer.status, 400);
      assert.propertyVal(JSON.parse(answer.text), "error", "invalid_client");
      assert.isNull(answer.header("location"));
      assertPage(yield* authorize({ client_id: "nobody" }, { headers: { accept: "text/html,application/json" } }));
    })
  );

  it.effect("AZ-04, AZ-05, AZ-06, AZ-07, AZ-09, AZ-16 reports every other error to the app", () =>
    Effect.gen(function* () {
      const client_id = yield* client;
      const cases: ReadonlyArray<readonly [Record<string, string | undefined>, string]> = [
        [{ response_type: undefined }, "invalid_request"],
        [{ response_type: "" }, "invalid_request"],
        [{ response_type: "token" }, "unsupported_response_type"],
        [{ response_type: "code id_token" }, "unsupported_response_type"],
        [{ response_mode: "fragment" }, "invalid_request"],
        [{ code_challenge: undefined }, "invalid_request"],
        [{ code_challenge_method: undefined }, "invalid_request"],
        [{ code_challenge_method: "plain" }, "invalid_request"],
        [{ code_challenge: "short" }, "invalid_request"],
        [{ code_challenge: `${"A".repeat(42)}=` }, "invalid_request"],
        [{ dpop_jkt: "short" }, "invalid_request"],
        [{ scope: "transition:generic" }, "invalid_scope"],
        [{ scope: "atproto nonsense" }, "invalid_scope"],
        [{ scope: 'atproto "quoted\\' }, "invalid_scope"],
        [{ scope: "atproto transition:chat.bsky" }, "invalid_scope"],
        [{ request: "eyJ" }, "request_not_supported"],
        [{ request_uri: "https://client.example/request.jwt" }, "invalid_request"]
      ];
      for (const [query, error] of cases) assertRefused(yield* authorize({ client_id, ...query }), error);
    })
  );

  it.effect(
    "AZ-08 refuses a repeated parameter: with a page if it determines the redirect, otherwise by redirect",
    () =>
      Effect.gen(function* () {
        const client_id = yield* client;
        assertPage(yield* authorize({ client_id }, { raw: `&client_id=${client_id}` }));
        assertPage(yield* authorize({ client_id }, { raw: `&redirect_uri=${encodeURIComponent(redirectUri)}` }));
        assertRefused(yield* authorize({ client_id }, { raw: "&scope=atproto&scope=atproto" }), "invalid_request");
        assertRefused(yield* authorize({ client_id }, { raw: "&unknown=1&unknown=2" }), "invalid_request");
        assertRefused(yield* authorize({ client_id }, { raw: "&state=other" }), "invalid_request", null);
        const ignored = yield* authorize({ client_id, login_hint: alice.handle }, { raw: "&unknown=1&display=" });
        assert.strictEqual(location(ignored).origin, "https://pds.example");
      })
  );

  it.effect("AZ-10 returns the state byte for byte, on success and on error", () =>
    Effect.gen(function* () {
      const client_id = yield* client;
      for (const state of ["a b", "100%", "a&b=c#d?e", "'\"<>\\", "ü€😀", "+", "x".repeat(512)]) {
        const done = location(yield* signedIn(client_id, { state }));
        assert.strictEqual(done.searchParams.get("state"), state);
        assertRefused(
          yield* authorize({ client_id, state, response_type: "token" }),
          "unsupported_response_type",
          state
        );
      }
      const without = location(yield* signedIn(client_id, { state: undefined }));
      assert.isFalse(without.searchParams.has("state"));
    })
  );

  it.effect("AZ-13 appends to an existing query of the redirect URI", () =>
    Effect.gen(function* () {
      const uri = "https://client.example/callback?tenant=a%20b";
      const { client: made } = yield* registered({ ...publicClient, redirectUris: [uri, "com.example.app:/callback"] });
      const done = yield* signedIn(made.clientId, { redirect_uri: uri });
      assert.match(done.header("location") ?? "", /^https:\/\/client\.example\/callback\?tenant=a%20b&code=/);
      const native = yield* signedIn(made.clientId, { redirect_uri: "com.example.app:/callback" });
      assert.match(native.header("location") ?? "", /^com\.example\.app:\/callback\?code=/);
    })
  );

  it.effect("asks for a handle without a hint: a form without a script that sends the same request again", () =>
    Effect.gen(function* () {
      const client_id = yield* client;
      const state = `"><script>alert(1)</script>&'`;
      const answer = yield* authorize({ client_id, state }, { raw: "&unknown=1" });
      assertPage(answer, 200);
      assert.include(answer.text, "<strong>An app</strong>");
      const fields = [...answer.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
      const decode = (text: string) =>
        text.replace(
          /&(amp|lt|gt|quot|#39);/g,
          (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name] ?? "'"
        );
      const sent = Object.fromEntries(fields.map(([, name, value]) => [name, decode(value ?? "")]));
      assert.deepStrictEqual(sent, { ...parameters, client_id, state, from: "form" });
      const going = yield* ask(`/oauth/authorize?${new URLSearchParams({ ...sent, login_hint: "@Alice.test " })}`);
      assert.strictEqual(location(going).origin, "https://pds.example");
    })
  );

  it.effect("asks again for a mistyped handle, and reports a wrong hint of the app to the app", () =>
    Effect.gen(function* () {
      const client_id = yield* client;
      const login_hint = '"><b>nobody.test';
      const again = yield* authorize({ client_id, login_hint, from: "form" });
      assertPage(again, 400);
      assert.include(again.text, "No account has this handle");
      assert.include(again.text, "Use <bdi>nobody.test</bdi>");
      assert.include(again.text, 'value="&quot;&gt;&lt;b&gt;nobody.test"');
      assert.include(again.text, "An app");
      assertRefused(yield* authorize({ client_id, login_hint }), "invalid_request");
      const wrongElsewhere = yield* authorize({ client_id, login_hint, from: "form", scope: "nonsense" });
      assertRefused(wrongElsewhere, "invalid_scope");
    })
  );

  it.effect("notifies the app when the PDS cannot be reached", () =>
    Effect.gen(function* () {
      const answer = yield* authorize({ client_id: yield* client, login_hint: "https://down.example" });
      assertRefused(answer, "temporarily_unavailable");
    })
  );

  it.effect("uses the public URL, not the host of the request", () =>
    Effect.gen(function* () {
      const headers = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" };
      const answer = yield* authorize({ client_id: yield* client, response_type: "token" }, { headers });
      assertRefused(answer, "unsupported_response_type");
    })
  );
});
