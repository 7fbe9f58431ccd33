import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import * as TestClock from "effect/TestClock";
import { RateLimits, rateLimitsBy } from "../../../../src/adapters/http/limits/RateLimits.ts";
import { defaultLinks } from "../../../../src/adapters/http/pages/landingRoutes.ts";
import * as PdsMemory from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import * as service from "../../../../src/main/memoryService.ts";
import { parameters, redirectUri, registered } from "../../../support/loginThrough.ts";
import { alice, bob, memoryService, publicUrl } from "../../../support/memoryService.ts";
import {
  ask,
  begin,
  comeBack,
  cookieOf,
  eventsOf,
  fresh,
  open,
  post,
  serverAt,
  signIn,
  signInHeading,
  textOf
} from "./accountServer.ts";

it.effect("a user authenticates at their PDS and is signed in for an hour, and no tokens are stored", () =>
  fresh(
    Effect.gen(function* () {
      const page = yield* ask("/account");
      assert.strictEqual(page.status, 200);
      assert.include(textOf(page), signInHeading);
      const started = yield* begin(" @Alice.test ");
      assert.strictEqual(started.status, 303);
      const upstream = new URL(started.header("location") ?? "");
      assert.strictEqual(upstream.origin, "https://pds.example");
      assert.match(started.cookies.join(), /^__Host-tidemark-login=[\w-]{43}; .*HttpOnly; SameSite=Lax; Secure$/);
      const answer = yield* comeBack(started, alice, cookieOf(started));
      assert.deepStrictEqual([answer.status, answer.header("location")], [303, "/account"]);
      assert.match(
        answer.cookies.join(),
        /^__Host-tidemark-account=account_[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax; Secure$/
      );
      const own = yield* open(cookieOf(answer));
      assert.include(textOf(own), "Signed in as @alice.test");
      const pds = yield* PdsMemory.PdsMemory;
      assert.strictEqual((yield* Ref.get(pds.state)).refreshTokens.size, 0);
      const [begun] = yield* eventsOf("PersonLoginStarted.v1");
      assert.strictEqual(begun?.data.scope, "atproto");
      const [signedIn] = yield* eventsOf("PersonSignedIn.v1");
      assert.deepStrictEqual([signedIn?.actor, signedIn?.subjectDid], [{ type: "user", id: alice.did }, alice.did]);
      const log = yield* EventLog;
      const written = JSON.stringify(yield* log.read(0, 10_000));
      assert.notInclude(written, cookieOf(answer).split("=")[1] ?? "");
      assert.notInclude(written, cookieOf(started).split("=")[1] ?? "");
    })
  )
);

it.effect("every page is private, runs no script, and is neither framed nor cached", () =>
  fresh(
    Effect.gen(function* () {
      const cookie = yield* signIn(alice);
      for (const page of [yield* ask("/account"), yield* open(cookie), yield* begin("nobody.test")]) {
        const policy = page.header("content-security-policy") ?? "";
        assert.match(
          policy,
          /^default-src 'none'; style-src 'sha256-[^ ]+'; font-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'/
        );
        assert.strictEqual(page.header("cache-control"), "no-store");
        assert.strictEqual(page.header("referrer-policy"), "same-origin");
        assert.isNull(page.header("access-control-allow-origin"));
        assert.notMatch(page.text, /<script|javascript:| on\w+=/);
      }
      assert.include((yield* open(cookie)).header("content-security-policy"), "form-action 'self'");
    })
  )
);

it.effect("a problem with the handle or its server is shown at the field and recorded in the log", () =>
  fresh(
    Effect.gen(function* () {
      const wrong = [
        ["nobody.test", 404, "No account has this handle"],
        ["x y", 404, "No account has this handle"],
        ["did:plc:zzzzzzzzzzzzzzzzzzzzzzzz", 404, "No account has this handle"],
        ["https://elsewhere.example", 503, "cannot be reached right now"],
        ["  ", 400, "Enter your handle"],
        [`"><script>alert(1)</script>`, 404, "No account has this handle"]
      ] as const;
      for (const [account, status, sentence] of wrong) {
        const answer = yield* begin(account);
        assert.deepStrictEqual([answer.status, answer.cookies], [status, []], account);
        assert.include(textOf(answer), sentence, account);
        assert.match(answer.text, /role="alert"/);
        assert.notInclude(answer.text, "<script");
      }
      assert.include((yield* begin("nobody.test")).text, `value="nobody.test"`);
      const failed = yield* eventsOf("PersonLoginFailed.v1");
      assert.lengthOf(failed, 6);
      assert.isTrue(failed.every(({ outcome, reason }) => outcome === "failure" && reason !== null));
    })
  )
);

it.effect(
  "a failure at the PDS, in the browser or by timeout redirects back with its reason, and signs nobody in",
  () =>
    fresh(
      Effect.gen(function* () {
        const cases = [
          ["denied", (sent: URLSearchParams) => sent.set("error", "access_denied"), "was declined"],
          ["other-account", (sent: URLSearchParams) => sent.set("iss", "https://evil.example"), "a different account"],
          ["expired", (sent: URLSearchParams) => sent.set("state", "account.nobody-began-this"), "took too long"],
          ["refused", (sent: URLSearchParams) => sent.set("code", "made-up"), "refused the sign-in"]
        ] as const;
        const leads = (answer: {
          readonly status: number;
          header: (name: string) => string | null;
          cookies: unknown;
        }) => [answer.status, answer.header("location"), answer.cookies];
        for (const [problem, change, sentence] of cases) {
          const started = yield* begin(alice.handle);
          const answer = yield* comeBack(started, alice, cookieOf(started), change);
          assert.deepStrictEqual(leads(answer), [303, `/account?problem=${problem}`, []], problem);
          const page = yield* ask(answer.header("location") ?? "");
          assert.include(textOf(page), sentence);
        }
        const other = yield* begin(bob.handle);
        const another = yield* comeBack(other, alice, cookieOf(other));
        assert.deepStrictEqual(leads(another), [303, "/account?problem=other-account", []]);

        const attackers = yield* begin(alice.handle);
        const victims = yield* begin(bob.handle);
        const forced = yield* comeBack(attackers, alice, cookieOf(victims));
        assert.deepStrictEqual(leads(forced), [303, "/account?problem=other-browser", []]);
        const bare = yield* comeBack(yield* begin(alice.handle), alice, "");
        assert.deepStrictEqual(leads(bare), [303, "/account?problem=other-browser", []]);

        const slow = yield* begin(alice.handle);
        yield* TestClock.adjust("10 minutes");
        const late = yield* comeBack(slow, alice, cookieOf(slow));
        assert.deepStrictEqual(leads(late), [303, "/account?problem=expired", []]);
        assert.lengthOf(yield* eventsOf("PersonSignedIn.v1"), 0);
        const pds = yield* PdsMemory.PdsMemory;
        assert.strictEqual((yield* Ref.get(pds.state)).refreshTokens.size, 0);
      })
    )
);

it.effect("a callback is accepted once, however many copies arrive concurrently", () =>
  fresh(
    Effect.gen(function* () {
      const started = yield* begin(alice.handle);
      const pds = yield* PdsMemory.PdsMemory;
      const parameters = yield* pds.approve(new URL(started.header("location") ?? ""), alice.did);
      const send = ask(`/oauth/atp/callback?${parameters}`, { headers: { cookie: cookieOf(started) } });
      const answers = yield* Effect.all([send, send, send], { concurrency: "unbounded" });
      assert.isTrue(answers.every((answer) => answer.header("location") === "/account"));
      assert.lengthOf(new Set(answers.map(cookieOf)), 1);
      assert.lengthOf(yield* eventsOf("PersonSignedIn.v1"), 1);
    })
  )
);

it.effect("redirects only to the page and the PDS, whatever a request names", () =>
  fresh(
    Effect.gen(function* () {
      const form = { account: alice.handle, return: "https://evil.example", redirect_uri: "https://evil.example" };
      const started = yield* post("/account/sign-in?return=https://evil.example", form);
      assert.strictEqual(new URL(started.header("location") ?? "").origin, "https://pds.example");
      const answer = yield* comeBack(started, alice, cookieOf(started), (sent) =>
        sent.set("return", "https://evil.example")
      );
      assert.strictEqual(answer.header("location"), "/account");
      const page = yield* ask("/account?problem=%3Cscript%3E&done=%3Cscript%3E&before=x&ended=-1");
      assert.notInclude(page.text, "<script");
      assert.notInclude(page.text, 'role="alert"');
      for (const path of ["sign-in", "end", "end-all", "sign-out"])
        assert.strictEqual((yield* ask(`/account/${path}`)).header("location"), "/account");
    })
  )
);

it.effect("refuses requests above the limit with 429, by address", () =>
  Effect.gen(function* () {
    const statuses = yield* Effect.forEach(["", "", ""], () => begin("nobody.test"));
    assert.deepStrictEqual(
      statuses.map(({ status }) => status),
      [404, 404, 429]
    );
    assert.isNotNull(statuses[2]?.header("retry-after"));
  }).pipe(
    Effect.provide(
      serverAt(
        publicUrl,
        Layer.merge(
          memoryService,
          Layer.succeed(RateLimits, rateLimitsBy({ perAddress: 10, perClient: null, failures: null }))
        )
      )
    )
  )
);

it.effect("in development the cookies need no https, and localhost is redirected to the URL of the service", () =>
  Effect.gen(function* () {
    const elsewhere = yield* ask("/account?problem=denied", { headers: { host: "localhost:8080" } });
    assert.strictEqual(elsewhere.header("location"), "http://127.0.0.1:8080/account?problem=denied");
    const started = yield* begin(alice.handle);
    const answer = yield* comeBack(started, alice, cookieOf(started));
    assert.match(
      answer.cookies.join(),
      /^tidemark-account=account_[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/
    );
    assert.include(textOf(yield* open(cookieOf(answer))), "@alice.test");
  }).pipe(
    Effect.provide(
      serverAt(
        "http://127.0.0.1:8080",
        service.memoryService({ publicUrl: "http://127.0.0.1:8080", accounts: [alice, bob] })
      )
    )
  )
);

it.effect("is linked from the landing page, the consent page and the error pages of a login", () =>
  fresh(
    Effect.gen(function* () {
      const { client } = yield* registered();
      const stranger = yield* ask("/oauth/register", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris: [redirectUri], token_endpoint_auth_method: "none" })
      });
      const at = (client_id: string, more: Readonly<Record<string, string>> = {}) =>
        ask(`/oauth/authorize?${new URLSearchParams({ ...parameters, client_id, login_hint: alice.handle, ...more })}`);
      const pages = [
        yield* at("client_AAAAAAAAAAAAAAAAAAAAAA"),
        yield* at(client.clientId, { redirect_uri: "https://evil.example" }),
        yield* at(Object(JSON.parse(stranger.text)).client_id)
      ];
      for (const page of pages) assert.match(page.text, /<a href="\/account">see and end your sign-ins<\/a>/i);
      assert.include(
        defaultLinks.map(({ href }) => href),
        "/account"
      );
    })
  )
);
