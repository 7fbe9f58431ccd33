import { connect } from "node:net";
import { assert, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import * as PdsMemory from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { vaultRow } from "../../../../src/application/vault/vaultSecrets.ts";
import { SecretCipher } from "../../../../src/domain/crypto/SecretCipher.ts";
import { sha256Base64Url } from "../../../../src/domain/crypto/sha256.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { UpstreamAuthorization } from "../../../../src/domain/session/UpstreamAuthorization.ts";
import { TokenVault } from "../../../../src/domain/vault/TokenVault.ts";
import { adminSession } from "../../../support/adminSession.ts";
import { parameters, registered } from "../../../support/loginThrough.ts";
import { alice, bob, memoryService, publicUrl } from "../../../support/memoryService.ts";
import { accountServer, ask, cookieOf, eventsOf, open, post, serverAt } from "../account/accountServer.ts";
import type { Answer } from "../send.ts";

const fresh = <A, E>(test: Effect.Effect<A, E, Layer.Layer.Success<typeof accountServer>>) =>
  test.pipe(Effect.provide(accountServer));

/** Each kind of login that a PDS returns a browser of: how it begins, and where a good one leads. */
const kinds = {
  "an app": {
    begin: Effect.gen(function* () {
      const { client } = yield* registered();
      return yield* ask(
        `/oauth/authorize?${new URLSearchParams({ ...parameters, client_id: client.clientId, login_hint: alice.handle })}`
      );
    }),
    leadsTo: /^https:\/\/client\.example\/callback\?code=code_/,
    completed: "LoginCompleted.v1",
    failed: "LoginFailed.v1"
  },
  "/account": {
    begin: post("/account/sign-in", { account: alice.handle }),
    leadsTo: /^\/account$/,
    completed: "PersonLoginCompleted.v1",
    failed: "PersonLoginFailed.v1"
  },
  "/settings": {
    begin: Effect.zipRight(adminSession(alice.did), post("/settings/sign-in/account", { account: alice.handle })),
    leadsTo: /^\/settings$/,
    completed: "AdminLoginCompleted.v1",
    failed: "AdminLoginFailed.v1"
  }
} as const;

/** A login whose person has signed in at the PDS. */
const atPds = (begin: (typeof kinds)[keyof typeof kinds]["begin"], account = alice) =>
  Effect.gen(function* () {
    const started = yield* begin;
    const pds = yield* PdsMemory.PdsMemory;
    const returned = yield* pds.approve(new URL(started.header("location") ?? assert.fail(started.text)), account.did);
    const cookie = cookieOf(started);
    const comeBack = (headers: Readonly<Record<string, string>> = {}, query = `${returned}`) =>
      ask(`/oauth/atp/callback?${query}`, { headers: { cookie, ...headers } });
    return { returned, cookie, comeBack };
  });

const reply = (answer: Answer) => [answer.status, answer.header("location"), answer.cookies] as const;

const head = Effect.flatMap(EventLog, (log) => log.head);

for (const [of, kind] of Object.entries(kinds)) {
  it.effect(`a callback of ${of} is not used up by a browser that preloads it`, () =>
    fresh(
      Effect.gen(function* () {
        const { comeBack, returned } = yield* atPds(kind.begin);
        const before = yield* head;
        const ahead = [
          { "sec-purpose": "prefetch" },
          { "sec-purpose": "prefetch;prerender" },
          { purpose: "prefetch" },
          { "x-purpose": "preview" },
          { "x-moz": "prefetch" }
        ];
        for (const headers of ahead) {
          const answer = yield* comeBack(headers);
          assert.deepStrictEqual(reply(answer), [503, null, []], JSON.stringify(headers));
          assert.strictEqual(answer.header("cache-control"), "no-store");
          const bare = yield* ask(`/oauth/atp/callback?${returned}`, { headers });
          assert.deepStrictEqual(reply(bare), [503, null, []], "without the cookie, as from another site");
        }
        assert.strictEqual(yield* head, before);
        const answer = yield* comeBack();
        assert.strictEqual(answer.status, 303, answer.text);
        assert.match(answer.header("location") ?? "", kind.leadsTo);
      })
    )
  );

  it.effect(`the second of two equal callbacks of ${of} gets the response of the first, for 30 seconds`, () =>
    fresh(
      Effect.gen(function* () {
        const { comeBack } = yield* atPds(kind.begin);
        const first = yield* comeBack();
        assert.match(first.header("location") ?? "", kind.leadsTo);
        assert.deepStrictEqual(reply(yield* comeBack()), reply(first));
        yield* TestClock.adjust("29 seconds");
        assert.deepStrictEqual(reply(yield* comeBack()), reply(first));
        yield* TestClock.adjust("1 seconds");
        assert.notDeepEqual(reply(yield* comeBack()), reply(first));
        assert.lengthOf(yield* eventsOf(kind.completed), 1);
      })
    )
  );

  it.effect(`concurrent equal callbacks of ${of} get one response, and the PDS's code is redeemed once`, () =>
    fresh(
      Effect.gen(function* () {
        const { comeBack } = yield* atPds(kind.begin);
        const answers = yield* Effect.all(
          Array.from({ length: 5 }, () => comeBack()),
          { concurrency: "unbounded" }
        );
        assert.match(answers[0]?.header("location") ?? "", kind.leadsTo);
        assert.lengthOf(new Set(answers.map((answer) => JSON.stringify(reply(answer)))), 1);
        assert.lengthOf(yield* eventsOf(kind.completed), 1);
        assert.lengthOf(yield* eventsOf(kind.failed), 0);
      })
    )
  );

  it.effect(`a refused callback of ${of} is refused the same way the second time`, () =>
    fresh(
      Effect.gen(function* () {
        const declined = yield* atPds(kind.begin);
        const query = new URLSearchParams(declined.returned);
        query.delete("code");
        query.set("error", "access_denied");
        const first = yield* declined.comeBack({}, `${query}`);
        assert.match(first.header("location") ?? "", /error=access_denied|problem=denied/);
        assert.deepStrictEqual(reply(yield* declined.comeBack({}, `${query}`)), reply(first));
        const other = yield* atPds(kind.begin, bob);
        const refused = yield* other.comeBack();
        assert.match(refused.header("location") ?? "", /error=access_denied|problem=other-account/);
        assert.deepStrictEqual(reply(yield* other.comeBack()), reply(refused));
        assert.lengthOf(yield* eventsOf(kind.failed), 2);
      })
    )
  );

  it.effect(
    `nothing of a reply to ${of} is given to another browser, for another query, or by the keys of the service`,
    () =>
      fresh(
        Effect.gen(function* () {
          const { comeBack, cookie, returned } = yield* atPds(kind.begin);
          const other = yield* atPds(kind.begin);
          const first = yield* comeBack();
          const changed = new URLSearchParams(returned);
          changed.set("code", "another");
          const [name] = cookie.split("=");
          for (const odd of [
            yield* comeBack({ cookie: other.cookie }),
            yield* comeBack({ cookie: `${name}=${"A".repeat(43)}` }),
            yield* comeBack({ cookie: "" }),
            yield* comeBack({}, `${changed}`),
            yield* comeBack({}, `${returned}&more=1`)
          ]) {
            assert.notStrictEqual(odd.header("location"), first.header("location"));
            assert.deepStrictEqual(odd.cookies, []);
          }
          const vault = yield* TokenVault;
          const cipher = yield* SecretCipher;
          const row = vaultRow.returnReply(sha256Base64Url(returned.get("state") ?? ""));
          const sealed = Option.getOrThrow(yield* vault.get(row, 0));
          assert.isTrue(Option.isNone(yield* Effect.option(cipher.unseal(row, sealed))));
          assert.deepStrictEqual(reply(yield* comeBack()), reply(first));
        })
      )
  );
}

it.effect("a repeated callback returns the session of the first, also if it was signed out in between", () =>
  fresh(
    Effect.gen(function* () {
      const { comeBack } = yield* atPds(kinds["/account"].begin);
      const session = cookieOf(yield* comeBack());
      yield* post("/account/sign-out", {}, { cookie: session });
      assert.strictEqual(cookieOf(yield* comeBack()), session);
      assert.include((yield* open(session)).text, "See and end your sign-ins");
    })
  )
);

it.effect("a second callback waits for the first one in progress, even if the PDS is slow", () =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<void>();
    const slow = yield* Deferred.make<void>();
    const upstream = Layer.effect(
      UpstreamAuthorization,
      Effect.map(UpstreamAuthorization, (real) =>
        UpstreamAuthorization.of({
          ...real,
          exchangeCode: (request) =>
            Deferred.succeed(asked, undefined).pipe(
              Effect.zipRight(Deferred.await(slow)),
              Effect.zipRight(real.exchangeCode(request))
            )
        })
      )
    );
    yield* Effect.gen(function* () {
      const { comeBack } = yield* atPds(kinds["an app"].begin);
      const first = yield* Effect.fork(comeBack());
      yield* Deferred.await(asked);
      const second = yield* Effect.fork(comeBack());
      // This one is answered, so the one before it has been read.
      yield* ask("/oauth/jwks.json");
      assert.isTrue(Option.isNone(yield* second.poll));
      yield* Deferred.succeed(slow, undefined);
      const answer = yield* first;
      assert.match(answer.header("location") ?? "", kinds["an app"].leadsTo);
      assert.deepStrictEqual(reply(yield* second), reply(answer));
    }).pipe(Effect.provide(serverAt(publicUrl, Layer.provideMerge(upstream, memoryService))));
  })
);

it.effect("a callback that the browser aborted is completed for the next one", () =>
  fresh(
    Effect.gen(function* () {
      const { cookie, comeBack, returned } = yield* atPds(kinds["an app"].begin);
      const { port } = yield* HttpServerNode.HttpServerNode;
      yield* Effect.async<void>((resume) => {
        const socket = connect(port, "127.0.0.1", () => {
          const lines = [`GET /oauth/atp/callback?${returned} HTTP/1.1`, "host: app.example", `cookie: ${cookie}`];
          socket.write(`${lines.join("\r\n")}\r\n\r\n`, () => socket.destroy());
        });
        socket.on("close", () => resume(Effect.void));
      });
      assert.match((yield* comeBack()).header("location") ?? "", kinds["an app"].leadsTo);
      assert.lengthOf(yield* eventsOf("LoginCompleted.v1"), 1);
    })
  )
);

it.effect("an app's authorization request is not started by a browser that preloads it", () =>
  fresh(
    Effect.gen(function* () {
      const { client } = yield* registered();
      const query = new URLSearchParams({ ...parameters, client_id: client.clientId, login_hint: alice.handle });
      const before = yield* head;
      const ahead = yield* ask(`/oauth/authorize?${query}`, { headers: { "sec-purpose": "prefetch;prerender" } });
      assert.deepStrictEqual(reply(ahead), [503, null, []]);
      assert.strictEqual(yield* head, before);
      assert.strictEqual((yield* ask(`/oauth/authorize?${query}`)).status, 303);
    })
  )
);
