import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { callbackRoutes } from "../../../../src/adapters/http/callback/callbackRoutes.ts";
import { graphqlRoutes } from "../../../../src/adapters/http/graphql/graphqlRoutes.ts";
import { RateLimits, rateLimitsBy } from "../../../../src/adapters/http/limits/RateLimits.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import type { Route } from "../../../../src/adapters/http/server/routing/Route.ts";
import { settingsRoutes } from "../../../../src/adapters/http/settings/settingsRoutes.ts";
import type { PdsAccount } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import * as PdsMemory from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { listAdmins } from "../../../../src/application/admin/listAdmins.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { addressHashIn } from "../../../../src/domain/personal/addressHash.ts";
import { adminSession } from "../../../support/adminSession.ts";
import { alice, bob, memoryService, publicUrl } from "../../../support/memoryService.ts";
import type { Answer } from "../send.ts";
import { ask, cookieOf, post, sameOrigin, setupToken } from "./settingsServer.ts";

type NeedsOf<Routes> = Routes extends ReadonlyArray<Route<infer R>> ? R : never;
type Needs = NeedsOf<typeof settingsRoutes> | NeedsOf<typeof callbackRoutes> | NeedsOf<typeof graphqlRoutes>;

const routes: ReadonlyArray<Route<Needs>> = [...settingsRoutes, ...callbackRoutes, ...graphqlRoutes];

const serverOf = (service: typeof memoryService) =>
  HttpServerNode.layer({ host: "127.0.0.1", port: 0, publicUrl, trustedProxies: 1, routes }).pipe(
    Layer.provideMerge(GraphqlApiLexicons.layer),
    Layer.provideMerge(service)
  );

const server = serverOf(memoryService);

const script = { ...sameOrigin, accept: "application/json" };

/** Names an account, and comes to where the service sends the browser. */
const begin = (account: string, cookie = "") =>
  post("/settings/sign-in/account", { account }, { ...sameOrigin, ...(cookie !== "" && { cookie }) });

const joined = (...cookies: ReadonlyArray<string>): string => cookies.filter((each) => each !== "").join("; ");

/** The person signs in at the PDS, and the browser comes back with what it holds. */
const comeBack = (started: Answer, signedIn: PdsAccount, cookie: string, change = (_: URLSearchParams) => {}) =>
  Effect.gen(function* () {
    const pds = yield* PdsMemory.PdsMemory;
    const parameters = yield* pds.approve(new URL(started.header("location") ?? ""), signedIn.did);
    change(parameters);
    return yield* ask(`/oauth/atp/callback?${parameters}`, { headers: { cookie, "x-forwarded-for": "203.0.113.77" } });
  });

const signIn = (account: PdsAccount, session = "") =>
  Effect.gen(function* () {
    const started = yield* begin(account.handle, session);
    return yield* comeBack(started, account, joined(session, cookieOf(started)));
  });

const whoIs = (cookie: string) =>
  Effect.gen(function* () {
    const query = "{ adminSession { state did handle setUpOpen expiresAt } }";
    const answer = yield* ask("/admin/graphql", {
      method: "POST",
      headers: { ...sameOrigin, "content-type": "application/json", cookie },
      body: JSON.stringify({ query })
    });
    return Object(JSON.parse(answer.text)).data?.adminSession;
  });

const lastEvents = Effect.gen(function* () {
  const log = yield* EventLog;
  return yield* log.read(0, 10_000);
});

const fresh = <A, E>(test: Effect.Effect<A, E, Layer.Layer.Success<typeof server>>) =>
  test.pipe(Effect.provide(server));

it.effect("the first admin signs in with the setup token and an account, and gets a new session", () =>
  fresh(
    Effect.gen(function* () {
      assert.deepInclude(yield* whoIs(""), { state: "SIGNED_OUT", setUpOpen: true, did: null });
      const setUp = cookieOf(yield* post("/settings/sign-in", { token: yield* setupToken }));
      assert.deepInclude(yield* whoIs(setUp), { state: "SET_UP", did: null, setUpOpen: true });

      const started = yield* begin("alice.test", setUp);
      assert.strictEqual(started.status, 303);
      assert.match(started.cookies.join(), /^__Host-tidemark-login=[\w-]{43}; .*HttpOnly; SameSite=Lax; Secure$/);
      const answer = yield* comeBack(started, alice, joined(setUp, cookieOf(started)));
      assert.deepStrictEqual([answer.status, answer.header("location")], [303, "/settings"]);
      const admin = cookieOf(answer);
      assert.notStrictEqual(admin, setUp);
      assert.match(answer.cookies.join(), /Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
      assert.deepInclude(yield* whoIs(admin), {
        state: "ADMIN",
        did: alice.did,
        handle: alice.handle,
        setUpOpen: false
      });
      assert.deepInclude(yield* whoIs(setUp), { state: "SIGNED_OUT" });

      const added = (yield* lastEvents).find(({ type }) => type === "AdminAdded.v1");
      assert.deepInclude(added?.data, { did: alice.did, how: "set-up" });
      assert.match(addressHashIn(added?.data ?? {}) ?? "", /^[0-9a-f]{32}$/);
      assert.notInclude(JSON.stringify(added), "203.0.113");
      assert.strictEqual(added?.requestId, answer.header("x-request-id"));
      const late = yield* post("/settings/sign-in", { token: yield* setupToken }, script);
      assert.deepInclude(JSON.parse(late.text), { error: "has-admin" });
      assert.deepStrictEqual([late.status, late.cookies], [403, []]);
    })
  )
);

it.effect("a session of the setup token may do nothing else", () =>
  fresh(
    Effect.gen(function* () {
      const cookie = cookieOf(yield* post("/settings/sign-in", { token: yield* setupToken }));
      for (const path of ["/graphql", "/admin/graphql"]) {
        const answer = yield* ask(path, {
          method: "POST",
          headers: { ...sameOrigin, "content-type": "application/json", cookie },
          body: JSON.stringify({
            query: `mutation { createOAuthClient(clientName: "x", redirectUris: ["https://x.example/"]) { clientId } }`
          })
        });
        assert.strictEqual(Object(JSON.parse(answer.text)).errors[0].extensions.code, "FORBIDDEN", path);
      }
      const page = yield* post(
        "/settings/clients",
        { name: "x", type: "public", redirectUris: "https://x.example/", scope: "atproto" },
        { ...sameOrigin, cookie }
      );
      assert.notStrictEqual(page.status, 201);
      assert.isFalse((yield* lastEvents).some(({ type }) => type.startsWith("ClientRegistered")));
    })
  )
);

it.effect("an admin signs in with an account alone, and another account is redirected with the reason", () =>
  fresh(
    Effect.gen(function* () {
      yield* adminSession(alice.did);
      const entered = yield* signIn(alice);
      assert.deepInclude(yield* whoIs(cookieOf(entered)), { state: "ADMIN", did: alice.did });
      const refused = yield* signIn(bob);
      assert.deepStrictEqual(
        [refused.status, refused.header("location"), refused.cookies],
        [303, "/settings?problem=not-admin", []]
      );
    })
  )
);

it.effect("a failure at the PDS, in the browser or by timeout redirects with its reason, and signs nobody in", () =>
  fresh(
    Effect.gen(function* () {
      yield* adminSession(alice.did);
      const cases = [
        ["denied", (parameters: URLSearchParams) => parameters.set("error", "access_denied")],
        ["other-account", (parameters: URLSearchParams) => parameters.set("iss", "https://evil.example")],
        ["expired", (parameters: URLSearchParams) => parameters.set("state", "admin.nobody-began-this")],
        ["refused", (parameters: URLSearchParams) => parameters.set("code", "made-up")]
      ] as const;
      for (const [problem, change] of cases) {
        const started = yield* begin("alice.test");
        const answer = yield* comeBack(started, alice, cookieOf(started), change);
        const seen = [answer.status, answer.header("location"), answer.cookies];
        assert.deepStrictEqual(seen, [303, `/settings?problem=${problem}`, []], problem);
      }
      const another = yield* comeBack(yield* begin("bob.test"), alice, "");
      assert.strictEqual(another.header("location"), "/settings?problem=other-browser");
    })
  )
);

it.effect("a link to the callback of another user's login does not sign anyone in", () =>
  fresh(
    Effect.gen(function* () {
      yield* adminSession(alice.did);
      const attackers = yield* begin("alice.test");
      const victims = yield* begin("alice.test");
      const answer = yield* comeBack(attackers, alice, cookieOf(victims));
      assert.deepStrictEqual([answer.header("location"), answer.cookies], ["/settings?problem=other-browser", []]);
      const own = yield* comeBack(victims, alice, cookieOf(victims));
      assert.strictEqual(own.header("location"), "/settings");
    })
  )
);

it.effect("sends a script the location, and an error as status, code and sentence", () =>
  fresh(
    Effect.gen(function* () {
      const started = yield* post("/settings/sign-in/account", { account: " @Alice.test " }, script);
      const told = JSON.parse(started.text);
      assert.deepStrictEqual([started.status, told.ok], [200, true]);
      assert.match(told.location, /^https:\/\/pds\.example\/oauth\/authorize\?/);
      assert.lengthOf(started.cookies, 1);
      const wrong = [
        [404, "unknown-account", { account: "nobody.test" }],
        [404, "unknown-account", { account: "https//x" }],
        [400, "account-missing", { account: "  " }],
        [400, "account-missing", {}],
        [503, "unreachable", { account: "https://elsewhere.example" }]
      ] as const;
      for (const [status, error, form] of wrong) {
        const answer = yield* post("/settings/sign-in/account", form, script);
        const body = JSON.parse(answer.text);
        assert.deepStrictEqual([answer.status, body.error, answer.cookies], [status, error, []]);
        assert.match(body.message, /^[A-Z].*\.$/);
      }
      const foreign = yield* post(
        "/settings/sign-in/account",
        { account: "alice.test" },
        { accept: "application/json" }
      );
      assert.deepStrictEqual([foreign.status, JSON.parse(foreign.text).error], [403, "not-from-here"]);
      for (const type of ["text/plain", "application/json"]) {
        const answer = yield* ask("/settings/sign-in/account", {
          method: "POST",
          headers: { ...script, "content-type": type },
          body: JSON.stringify({ account: "alice.test" })
        });
        assert.deepStrictEqual([answer.status, JSON.parse(answer.text).error], [415, "not-a-form"], type);
      }
      const out = yield* post("/settings/sign-out", {}, script);
      assert.deepStrictEqual([out.status, JSON.parse(out.text)], [200, { ok: true, location: "/settings" }]);
    })
  )
);

it.effect("redirects only to the settings and the PDS, whatever a request names", () =>
  fresh(
    Effect.gen(function* () {
      yield* adminSession(alice.did);
      const started = yield* post(
        "/settings/sign-in/account?return=https://evil.example&redirect_uri=https://evil.example",
        { account: "alice.test", return: "https://evil.example", redirect_uri: "https://evil.example" }
      );
      assert.strictEqual(new URL(started.header("location") ?? "").origin, "https://pds.example");
      const answer = yield* comeBack(started, alice, cookieOf(started), (parameters) => {
        parameters.set("return", "https://evil.example");
        parameters.set("redirect_uri", "https://evil.example");
      });
      assert.strictEqual(answer.header("location"), "/settings");
    })
  )
);

it.effect("makes only one of two browsers with a setup token the first admin", () =>
  fresh(
    Effect.gen(function* () {
      const tokens = [yield* setupToken, yield* setupToken];
      const browsers = yield* Effect.forEach(tokens, (token, at) =>
        Effect.gen(function* () {
          const setUp = cookieOf(yield* post("/settings/sign-in", { token }));
          const account = at === 0 ? alice : bob;
          const started = yield* begin(account.handle, setUp);
          return comeBack(started, account, joined(setUp, cookieOf(started)));
        })
      );
      const answers = yield* Effect.all(browsers, { concurrency: "unbounded" });
      const locations = answers.map((answer) => answer.header("location")).toSorted();
      assert.deepStrictEqual(locations, ["/settings", "/settings?problem=set-up-over"]);
      assert.lengthOf(yield* listAdmins, 1);
    })
  )
);

it.effect("refuses requests above the limit with 429, by address", () =>
  Effect.gen(function* () {
    const statuses = yield* Effect.forEach(["", "", ""], () => post("/settings/sign-in", { token: "x" }, script));
    assert.deepStrictEqual(
      statuses.map(({ status }) => status),
      [403, 403, 429]
    );
    assert.isNotNull(statuses[2]?.header("retry-after"));
  }).pipe(
    Effect.provide(
      serverOf(
        Layer.merge(
          memoryService,
          Layer.succeed(RateLimits, rateLimitsBy({ perAddress: 10, perClient: null, failures: null }))
        )
      )
    )
  )
);
