import { assert, it } from "@effect/vitest";
import * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { settingsRoutes } from "../../../../src/adapters/http/settings/settingsRoutes.ts";
import { PublicUrl } from "../../../../src/application/PublicUrl.ts";
import { memoryService } from "../../../support/memoryService.ts";
import { ask, cookieOf, headingOf, post, sameOrigin, settingsServer, setupToken, signedIn } from "./settingsServer.ts";

const asksToSignIn = "Sign in to the settings";

it.layer(settingsServer)("signing in to the settings", (it) => {
  it.effect("asks whoever is not signed in for an account or the set-up token, and shows nothing else", () =>
    Effect.gen(function* () {
      const answer = yield* ask("/settings");
      assert.deepStrictEqual([answer.status, headingOf(answer)], [200, asksToSignIn]);
      assert.include(answer.text, '<form method="post" action="/settings/sign-in">');
      assert.include(answer.text, '<form method="post" action="/settings/sign-in/account">');
      assert.notInclude(answer.text, "OAuth Clients");
      assert.deepStrictEqual(answer.cookies, []);
    })
  );

  it.effect(
    "takes a set-up token once, with a cookie that no script and no other site gets, and asks for the account",
    () =>
      Effect.gen(function* () {
        const token = yield* setupToken;
        const first = yield* post("/settings/sign-in", { token: ` ${token}\r\n` });
        assert.deepStrictEqual([first.status, first.header("location")], [303, "/settings"]);
        assert.match(
          first.cookies.join(),
          /^__Host-tidemark-admin=admin_[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax; Secure$/
        );
        const settings = yield* ask("/settings", { headers: { cookie: `a=b; ${cookieOf(first)}; c=d` } });
        assert.deepStrictEqual([settings.status, headingOf(settings)], [200, asksToSignIn]);
        assert.include(settings.text, "The set-up token was good.");
        assert.notInclude(settings.text, 'action="/settings/sign-in"');

        const again = yield* post("/settings/sign-in", { token });
        assert.deepStrictEqual([again.status, again.cookies], [303, []]);
        assert.strictEqual(again.header("location"), "/settings?problem=token-used");
        assert.include((yield* ask("/settings?problem=token-used")).text, "was used before");
      })
  );

  it.effect("refuses a wrong, an empty and an expired token, says why, and shows none of them", () =>
    Effect.gen(function* () {
      const expired = yield* setupToken;
      yield* TestClock.adjust("24 hours");
      for (const [token, problem, said] of [
        ["setup_nobody-made-this", "token-unknown", "no set-up token of this service"],
        ["", "token-unknown", "no set-up token of this service"],
        [expired, "token-expired", "older than 24 hours"]
      ] as const) {
        const answer = yield* post("/settings/sign-in", { token });
        const seen = [answer.status, answer.header("location"), answer.cookies];
        assert.deepStrictEqual(seen, [303, `/settings?problem=${problem}`, []], token);
        const page = yield* ask(`/settings?problem=${problem}`);
        assert.include(page.text, said);
        assert.match(page.text, /<p class="wrong" id="wrong" role="alert">/);
        const json = yield* post("/settings/sign-in", { token }, { ...sameOrigin, accept: "application/json" });
        assert.strictEqual(json.status, 403);
        const told = JSON.parse(json.text);
        assert.strictEqual(told.error, problem);
        assert.include(told.message, said);
        if (token !== "") assert.notInclude(json.text, token);
      }
    })
  );

  it.effect("shows no problem that there is not", () =>
    Effect.gen(function* () {
      for (const code of ["", "nonsense", "constructor", "<script>"]) {
        const page = yield* ask(`/settings?problem=${encodeURIComponent(code)}`);
        assert.deepStrictEqual([page.status, page.text.includes('role="alert"')], [200, false], code);
      }
    })
  );

  it.effect(
    "ends after two hours without use and twelve in any case, and by signing out, for all who hold the cookie",
    () =>
      Effect.gen(function* () {
        const idle = yield* signedIn;
        yield* TestClock.adjust(Duration.millis(2 * 60 * 60 * 1000 - 1));
        assert.strictEqual(headingOf(yield* idle.get("/settings")), "Settings");
        yield* TestClock.adjust("2 hours");
        assert.strictEqual(headingOf(yield* idle.get("/settings")), asksToSignIn);

        const admin = yield* signedIn;
        const out = yield* admin.post("/settings/sign-out", {});
        assert.deepStrictEqual([out.status, out.header("location")], [303, "/settings"]);
        assert.match(
          out.cookies.join(),
          /^__Host-tidemark-admin=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax; Secure$/
        );
        assert.strictEqual(headingOf(yield* admin.get("/settings")), asksToSignIn);
      })
  );

  it.effect("takes no session it did not make, and none of two", () =>
    Effect.gen(function* () {
      const { cookie } = yield* signedIn;
      const odd = [
        `${cookie}; ${cookie}`,
        `${cookie}x`,
        cookie.replace("__Host-", ""),
        "__Host-tidemark-admin=",
        `__Host-tidemark-admin=admin_${"a".repeat(43)}`
      ];
      for (const value of odd) {
        assert.strictEqual(headingOf(yield* ask("/settings", { headers: { cookie: value } })), asksToSignIn, value);
      }
    })
  );

  it.effect("takes forms only, of a size, and leads back whoever opens the address of one", () =>
    Effect.gen(function* () {
      const json = yield* post(
        "/settings/sign-in",
        {},
        { "sec-fetch-site": "same-origin", "content-type": "text/plain" }
      );
      assert.strictEqual(json.status, 415);
      assert.strictEqual((yield* post("/settings/sign-in", { token: "x".repeat(70_000) })).status, 413);
      for (const path of ["/settings/", "/settings/sign-in", "/settings/sign-in/account", "/settings/sign-out"]) {
        const answer = yield* ask(path);
        assert.deepStrictEqual([answer.status, answer.header("location")], [303, "/settings"], path);
      }
      assert.strictEqual((yield* ask("/settings/nothing")).status, 404);
    })
  );
});

const developmentUrl = "http://127.0.0.1:8080";

const developmentServer = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl: developmentUrl,
  trustedProxies: 0,
  routes: settingsRoutes
}).pipe(Layer.provideMerge(Layer.merge(memoryService, Layer.succeed(PublicUrl, developmentUrl))));

it.layer(developmentServer)("on http, as in development", (it) => {
  it.effect("the cookie has another name and goes over http", () =>
    Effect.gen(function* () {
      const answer = yield* post("/settings/sign-in", { token: yield* setupToken }, { origin: developmentUrl });
      assert.match(
        answer.cookies.join(),
        /^tidemark-admin=admin_[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/
      );
      const settings = yield* ask("/settings", { headers: { cookie: cookieOf(answer) } });
      assert.include(settings.text, "The set-up token was good.");
    })
  );
});
