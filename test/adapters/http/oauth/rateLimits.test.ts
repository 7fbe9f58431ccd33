import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { RateLimits, rateLimitsBy } from "../../../../src/adapters/http/limits/RateLimits.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { registered } from "../../../support/loginThrough.ts";
import { memoryService, publicUrl } from "../../../support/memoryService.ts";
import type { Answer } from "../send.ts";
import { allRoutes, ask, assertTokenError, basic, codeForm, confidentialLogin, postToken } from "./oauthServer.ts";
import { postForm } from "./pushing.ts";

const rules = { perAddress: 20, perClient: 6, failures: 3 };

/** A server behind one proxy, that answers little. */
const limited = () =>
  HttpServerNode.layer({ host: "127.0.0.1", port: 0, publicUrl, trustedProxies: 1, routes: allRoutes }).pipe(
    Layer.provide(Layer.succeed(RateLimits, rateLimitsBy(rules))),
    Layer.provideMerge(memoryService)
  );

const times = <A, E, R>(count: number, effect: Effect.Effect<A, E, R>) =>
  Effect.all(Array.from({ length: count }, () => effect));

const statuses = (answers: ReadonlyArray<Answer>) => answers.map(({ status }) => status);

const from = (address: string) => ({ "x-forwarded-for": address });

it.effect("TE-08, PA-04, RG-06 limits one address with 429, across all endpoints", () =>
  Effect.gen(function* () {
    for (const path of ["/oauth/token", "/oauth/par", "/oauth/revoke", "/oauth/introspect"]) {
      const answers = yield* times(5, postForm(path, "", from("203.0.113.1")));
      assert.deepStrictEqual(statuses(answers), Array(5).fill(400));
    }
    for (const path of ["/oauth/token", "/oauth/par", "/oauth/revoke", "/oauth/register"]) {
      const refused = yield* postForm(path, "", from("203.0.113.1"));
      assertTokenError(refused, 429, "temporarily_unavailable");
      assert.strictEqual(refused.header("ratelimit-policy"), '"address";q=20;w=60');
      assert.strictEqual(refused.header("ratelimit"), '"address";r=0;t=60');
      assert.strictEqual(refused.header("retry-after"), path === "/oauth/register" ? "60" : "3");
      assert.include(refused.header("access-control-expose-headers") ?? "", "RateLimit");
    }
    assert.strictEqual((yield* postForm("/oauth/token", "", from("203.0.113.2"))).status, 400);
    assert.strictEqual((yield* ask("/.well-known/jwks.json", { headers: from("203.0.113.1") })).status, 200);
    yield* TestClock.adjust("3 seconds");
    assert.strictEqual((yield* postForm("/oauth/token", "", from("203.0.113.1"))).status, 400);
  }).pipe(Effect.provide(limited()))
);

it.effect("does not raise a limit for a forged X-Forwarded-For", () =>
  Effect.gen(function* () {
    const answers = yield* Effect.forEach(Array.from({ length: 25 }).keys(), (index) =>
      postForm("/oauth/token", "", from(`10.1.1.${index}, 192.0.2.${index}, 203.0.113.1`))
    );
    assert.deepStrictEqual(statuses(answers), [...Array(20).fill(400), ...Array(5).fill(429)]);
    const network = yield* Effect.forEach(Array.from({ length: 25 }).keys(), (index) =>
      postForm("/oauth/token", "", from(`2001:db8:1:2::${index}`))
    );
    assert.deepStrictEqual(statuses(network), [...Array(20).fill(400), ...Array(5).fill(429)]);
  }).pipe(Effect.provide(limited()))
);

it.effect("counts a sign-in more than once, and shows a page", () =>
  Effect.gen(function* () {
    const open = ask("/oauth/authorize?client_id=unknown", { headers: from("203.0.113.1") });
    assert.deepStrictEqual(statuses(yield* times(4, open)), [400, 400, 400, 400]);
    const refused = yield* open;
    assert.deepStrictEqual([refused.status, refused.header("retry-after")], [429, "15"]);
    assert.include(refused.text, "Please try again in a moment");
    assert.strictEqual(refused.header("x-frame-options"), "DENY");
  }).pipe(Effect.provide(limited()))
);

it.effect("CA-06 blocks an address that guesses a secret, but not the client itself from another address", () =>
  Effect.gen(function* () {
    const { clientId, code, secret } = yield* confidentialLogin();
    const form = codeForm(clientId, code);
    const guess = (authorization: string, address: string) => postToken(form, { authorization, ...from(address) });
    const wrong = yield* times(3, guess(basic(clientId, "wrong"), "203.0.113.1"));
    assert.deepStrictEqual(statuses(wrong), [401, 401, 401]);
    const right = yield* guess(basic(clientId, secret), "203.0.113.1");
    assertTokenError(right, 429, "temporarily_unavailable");
    assert.strictEqual(right.header("retry-after"), "20");
    const own = yield* guess(basic(clientId, secret), "203.0.113.2");
    assert.strictEqual(own.status, 200, own.text);
    const { client } = yield* registered();
    const another = yield* postToken(
      { ...form, client_id: undefined },
      {
        authorization: basic(client.clientId, "x"),
        ...from("203.0.113.1")
      }
    );
    assert.strictEqual(another.status, 401);
  }).pipe(Effect.provide(limited()))
);

it.effect("counts the requests of an authenticated client from all its addresses", () =>
  Effect.gen(function* () {
    const { clientId, secret } = yield* confidentialLogin();
    const answers = yield* Effect.forEach(Array.from({ length: 7 }).keys(), (index) =>
      postForm(
        "/oauth/introspect",
        { token: "x" },
        { authorization: basic(clientId, secret), ...from(`192.0.2.${index}`) }
      )
    );
    assert.deepStrictEqual(statuses(answers), [200, 200, 200, 200, 200, 200, 429]);
    assert.strictEqual(answers[6]?.header("retry-after"), "10");
  }).pipe(Effect.provide(limited()))
);
