import { assert, it } from "@effect/vitest";
import * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { settingsRoutes } from "../../../../src/adapters/http/settings/settingsRoutes.ts";
import { PublicUrl } from "../../../../src/application/instance/PublicUrl.ts";
import { EventLog, EventLogUnavailable } from "../../../../src/domain/event/EventLog.ts";
import { memoryService, publicUrl } from "../../../support/memoryService.ts";
import {
  ask,
  cookieOf,
  headingOf,
  post,
  sameOrigin,
  settingsServer,
  setupToken,
  signedIn,
  stateOf
} from "./settingsServer.ts";

it.layer(settingsServer)("signing in to the settings", (it) => {
  it.effect("accepts a setup token once, with an HttpOnly SameSite cookie, and asks for the account", () =>
    Effect.gen(function* () {
      const token = yield* setupToken;
      const first = yield* post("/settings/sign-in", { token: ` ${token}\r\n` });
      assert.deepStrictEqual([first.status, first.header("location")], [303, "/settings"]);
      assert.match(
        first.cookies.join(),
        /^__Host-tidemark-admin=admin_[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax; Secure$/
      );
      assert.strictEqual(yield* stateOf(`a=b; ${cookieOf(first)}; c=d`), "SetUp");

      const again = yield* post("/settings/sign-in", { token });
      assert.deepStrictEqual([again.status, again.cookies], [303, []]);
      assert.strictEqual(again.header("location"), "/settings?problem=token-used");
    })
  );

  it.effect("refuses a wrong, an empty and an expired token with the reason, and repeats none of them", () =>
    Effect.gen(function* () {
      const expired = yield* setupToken;
      yield* TestClock.adjust("24 hours");
      for (const [token, problem, said] of [
        ["setup_nobody-made-this", "token-unknown", "Unknown setup token"],
        ["", "token-unknown", "Unknown setup token"],
        [expired, "token-expired", "more than 24 hours ago"]
      ] as const) {
        const answer = yield* post("/settings/sign-in", { token });
        const seen = [answer.status, answer.header("location"), answer.cookies];
        assert.deepStrictEqual(seen, [303, `/settings?problem=${problem}`, []], token);
        const json = yield* post("/settings/sign-in", { token }, { ...sameOrigin, accept: "application/json" });
        assert.strictEqual(json.status, 403);
        const told = JSON.parse(json.text);
        assert.strictEqual(told.error, problem);
        assert.include(told.message, said);
        if (token !== "") assert.notInclude(json.text, token);
      }
    })
  );

  it.effect(
    "ends after two hours without use, after twelve hours, and at sign-out, for all holders of the cookie",
    () =>
      Effect.gen(function* () {
        const idle = yield* signedIn;
        yield* TestClock.adjust(Duration.millis(2 * 60 * 60 * 1000 - 1));
        assert.strictEqual(yield* stateOf(idle.cookie), "Admin");
        yield* TestClock.adjust("2 hours");
        assert.isNull(yield* stateOf(idle.cookie));

        const admin = yield* signedIn;
        const out = yield* admin.post("/settings/sign-out", {});
        assert.deepStrictEqual([out.status, out.header("location")], [303, "/settings"]);
        assert.match(
          out.cookies.join(),
          /^__Host-tidemark-admin=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax; Secure$/
        );
        assert.isNull(yield* stateOf(admin.cookie));
      })
  );

  it.effect("accepts only sessions that it issued, and no two of them", () =>
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
        assert.isNull(yield* stateOf(value), value);
      }
    })
  );

  it.effect("accepts only forms of limited size, and redirects a browser that opens the URL of one", () =>
    Effect.gen(function* () {
      const json = yield* post(
        "/settings/sign-in",
        {},
        { "sec-fetch-site": "same-origin", "content-type": "text/plain" }
      );
      assert.strictEqual(json.status, 415);
      assert.strictEqual((yield* post("/settings/sign-in", { token: "x".repeat(70_000) })).status, 413);
      for (const path of ["/settings/sign-in", "/settings/sign-in/account", "/settings/sign-out"]) {
        const answer = yield* ask(path);
        assert.deepStrictEqual([answer.status, answer.header("location")], [303, "/settings"], path);
      }
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
  it.effect("the cookie has another name and works over http", () =>
    Effect.gen(function* () {
      const answer = yield* post("/settings/sign-in", { token: yield* setupToken }, { origin: developmentUrl });
      assert.match(
        answer.cookies.join(),
        /^tidemark-admin=admin_[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/
      );
      assert.strictEqual(yield* stateOf(cookieOf(answer)), "SetUp");
    })
  );
});

const lost = Effect.fail(
  new EventLogUnavailable({ operation: "load", reason: "unreachable", cause: new Error("secret detail") })
);

const brokenServer = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: settingsRoutes
}).pipe(Layer.provideMerge(Layer.merge(memoryService, Layer.mock(EventLog, { load: () => lost }))));

it.layer(brokenServer)("when the database is unavailable", (it) => {
  it.effect("a page reports it without details", () =>
    Effect.gen(function* () {
      const answer = yield* post("/settings/sign-in", { token: "setup_x" });
      assert.deepStrictEqual([answer.status, headingOf(answer)], [503, "Try again later"]);
      assert.strictEqual(answer.header("retry-after"), "1");
      assert.notInclude(answer.text, "secret detail");
      assert.strictEqual(answer.header("cache-control"), "no-store");
      assert.strictEqual(answer.header("x-frame-options"), "DENY");
    })
  );
});
