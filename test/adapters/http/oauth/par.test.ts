import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { codeChallenge } from "../../../../src/domain/authorization/request/pkce.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { publicClient, registered } from "../../../support/loginThrough.ts";
import { alice } from "../../../support/memoryService.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import type { Answer } from "../send.ts";
import {
  ask,
  assertTokenError,
  authorize,
  basic,
  codeForm,
  codeOf,
  confidentialClient,
  cookieOf,
  location,
  member,
  oauthServer,
  postToken,
  tokenProof
} from "./oauthServer.ts";
import { freshVerifier, open, postForm, proofFor, push, pushed, pushForm } from "./pushing.ts";

const app = Effect.gen(function* () {
  const { client } = yield* registered();
  return { clientId: client.clientId, key: yield* Effect.promise(makeDpopKey) };
});

const returnTo = (started: Answer, account: typeof alice = alice) =>
  Effect.gen(function* () {
    const pds = yield* PdsMemory;
    const back = yield* pds.approve(location(started), account.did);
    return yield* ask(`/oauth/atp/callback?${back}`, { headers: { cookie: cookieOf(started) } });
  });

const hint = { login_hint: alice.handle };

const assertPage = (answer: Answer, parameter: string) => {
  assert.strictEqual(answer.status, 400, answer.text);
  assert.isNull(answer.header("location"));
  assert.include(answer.header("content-type") ?? "", "text/html");
  assert.include(answer.text, `<code>${parameter}</code>`);
};

it.layer(oauthServer)("/oauth/par", (it) => {
  it.effect("PA-01 returns an unguessable request_uri and its lifetime", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* app;
      const answer = yield* push(clientId, key);
      assert.strictEqual(answer.status, 201, answer.text);
      assert.match(member(answer, "request_uri"), /^urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]{43}$/);
      assert.strictEqual(JSON.parse(answer.text).expires_in, 240);
      assert.deepStrictEqual(
        [answer.header("cache-control"), answer.header("content-type"), answer.header("access-control-allow-origin")],
        ["no-store", "application/json", "*"]
      );
      assert.notStrictEqual(yield* pushed(clientId, key), yield* pushed(clientId, key));
    })
  );

  it.effect("PA-01, AC-09 leads to tokens bound to the key that it was pushed with, and no other", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* app;
      const code_verifier = freshVerifier();
      const uri = yield* pushed(clientId, key, { ...hint, code_challenge: codeChallenge(code_verifier) });
      const returned = location(yield* returnTo(yield* open(clientId, uri)));
      assert.strictEqual(returned.searchParams.get("state"), "the pushed state");
      const form = { ...codeForm(clientId, returned.searchParams.get("code") ?? ""), code_verifier };
      const stranger = yield* Effect.promise(makeDpopKey);
      assertTokenError(yield* postToken(form, { dpop: yield* tokenProof(stranger) }), 400, "invalid_grant");
      const tokens = yield* postToken(form, { dpop: yield* tokenProof(key) });
      assert.strictEqual(tokens.status, 200, tokens.text);
    })
  );

  it.effect("refuses a state that is too long for a Location header, with an explanation", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* app;
      const fits = "s".repeat(4_000);
      assert.strictEqual((yield* push(clientId, key, { state: fits })).status, 201);
      const refused = yield* push(clientId, key, { state: "s".repeat(30_000) });
      assertTokenError(refused, 400, "invalid_request");
      assert.match(member(refused, "error_description"), /^redirect_uri and state must have at most 4096 bytes/);
    })
  );

  it.effect("PA-02 refuses clients that do not authenticate", () =>
    Effect.gen(function* () {
      const { client, secret } = yield* registered(confidentialClient);
      const { clientId } = client;
      for (const headers of [{}, { authorization: basic(clientId, "wrong") }, { authorization: "Basic !" }]) {
        assertTokenError(yield* postForm("/oauth/par", pushForm(clientId), headers), 401, "invalid_client");
      }
      assertTokenError(yield* postForm("/oauth/par", pushForm("client_unknown")), 401, "invalid_client");
      const authorization = basic(clientId, secret === null ? "" : `${secret}`);
      assertTokenError(yield* postForm("/oauth/par", pushForm(clientId), { authorization }), 401, "invalid_client");
      assertTokenError(yield* postForm("/oauth/par", pushForm(clientId, { client_id: "" })), 400, "invalid_request");
    })
  );

  it.effect("PA-03, PA-04 accepts a form by POST, and neither request_uri nor request", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* app;
      const uri = yield* pushed(clientId, key);
      assertTokenError(yield* push(clientId, key, { request_uri: uri }), 400, "invalid_request");
      assertTokenError(yield* push(clientId, key, { request: "e30.e30." }), 400, "request_not_supported");
      for (const method of ["GET", "PUT", "DELETE"]) {
        const answer = yield* ask("/oauth/par", { method });
        assert.deepStrictEqual([answer.status, answer.header("allow")], [405, "POST, OPTIONS"]);
      }
      assertTokenError(yield* postForm("/oauth/par", "x".repeat(65 * 1024)), 413, "invalid_request");
      assertTokenError(
        yield* postForm("/oauth/par", "{}", { "content-type": "application/json" }),
        400,
        "invalid_request"
      );
      assertTokenError(yield* postForm("/oauth/par?x=1", pushForm(clientId)), 400, "invalid_request");
      assertTokenError(yield* postForm("/oauth/par", `client_id=${clientId}&scope=a&scope=b`), 400, "invalid_request");
    })
  );

  it.effect("PA-05 applies every rule of the authorization endpoint, with JSON errors", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* app;
      const wrong: ReadonlyArray<readonly [Readonly<Record<string, string | undefined>>, string]> = [
        [{ redirect_uri: "https://evil.example/callback" }, "invalid_request"],
        [{ response_type: undefined }, "invalid_request"],
        [{ response_type: "token" }, "unsupported_response_type"],
        [{ response_mode: "fragment" }, "invalid_request"],
        [{ code_challenge: undefined }, "invalid_request"],
        [{ code_challenge_method: "plain" }, "invalid_request"],
        [{ code_challenge_method: undefined }, "invalid_request"],
        [{ code_challenge: "short" }, "invalid_request"],
        [{ scope: "openid" }, "invalid_scope"],
        [{ scope: "transition:generic" }, "invalid_scope"],
        [{ scope: "atproto transition:email" }, "invalid_scope"]
      ];
      for (const [more, error] of wrong) {
        const answer = yield* push(clientId, key, more);
        assertTokenError(answer, 400, error);
        assert.isNull(answer.header("location"));
      }
    })
  );

  it.effect("PA-06 refuses a request_uri of another client, an unknown and an expired one, with a page", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* app, yield* app];
      const uri = yield* pushed(one.clientId, one.key, hint);
      assertPage(yield* open(other.clientId, uri), "request_uri");
      assertPage(yield* open(one.clientId, `${uri}x`), "request_uri");
      assertPage(yield* ask(`/oauth/authorize?request_uri=${uri}`), "client_id");
      assertPage(
        yield* ask(`/oauth/authorize?client_id=${one.clientId}&request_uri=${uri}&request_uri=x`),
        "request_uri"
      );
      yield* TestClock.adjust("239 seconds");
      assert.strictEqual((yield* open(one.clientId, uri)).status, 303);
      yield* TestClock.adjust("1 second");
      assertPage(yield* open(one.clientId, uri), "request_uri");
    })
  );

  it.effect("PA-07 can be loaded again until a code was issued, and not after", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* app;
      const uri = yield* pushed(clientId, key, hint);
      const first = yield* open(clientId, uri);
      const again = yield* open(clientId, uri, {}, cookieOf(first));
      assert.deepStrictEqual([first.status, again.status], [303, 303]);
      assert.isString(codeOf(yield* returnTo(again)));
      assertPage(yield* open(clientId, uri), "request_uri");
      const late = yield* returnTo(first);
      assertPage(late, "state");
    })
  );

  it.effect("PA-07 shows the form for a handle any number of times, and accepts only the handle from it", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* app;
      const uri = yield* pushed(clientId, key, { scope: "atproto" });
      for (const _ of [1, 2]) assert.include((yield* open(clientId, uri)).text, "Sign in with your handle");
      const wrong = yield* open(clientId, uri, { login_hint: "nobody.test", from: "form" });
      assert.deepStrictEqual([wrong.status, wrong.header("location")], [400, null]);
      assert.include(wrong.text, uri);
      const more = { state: "another", scope: "atproto transition:generic", redirect_uri: "https://evil.example" };
      const started = yield* open(clientId, uri, { ...more, login_hint: alice.handle, from: "form" });
      const returned = location(yield* returnTo(started));
      assert.strictEqual(returned.searchParams.get("state"), "the pushed state");
      const log = yield* EventLog;
      const requests = (yield* log.read(0, 10_000)).filter(({ type }) => type === "AuthorizationRequested.v1");
      assert.strictEqual(requests.at(-1)?.data.scope, "atproto");
    })
  );

  it.effect("PA-07 keeps the handle that the app pushed", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* app;
      const uri = yield* pushed(clientId, key, { login_hint: "nobody.test" });
      const answer = yield* open(clientId, uri, { login_hint: alice.handle });
      assert.strictEqual(location(answer).searchParams.get("error"), "invalid_request");
      assert.strictEqual(location(answer).searchParams.get("state"), "the pushed state");
    })
  );

  it.effect("PA-08 binds a public client's request to a key, which dpop_jkt and proof agree on", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* app;
      const stranger = yield* Effect.promise(makeDpopKey);
      assertTokenError(yield* postForm("/oauth/par", pushForm(clientId)), 400, "invalid_dpop_proof");
      assertTokenError(yield* push(clientId, key, { dpop_jkt: stranger.jkt }), 400, "invalid_dpop_proof");
      assert.strictEqual((yield* push(clientId, key, { dpop_jkt: key.jkt })).status, 201);
      const named = yield* postForm("/oauth/par", pushForm(clientId, { dpop_jkt: key.jkt }));
      assert.strictEqual(named.status, 201, named.text);
      const dpop = yield* proofFor("/oauth/token", key);
      assertTokenError(yield* postForm("/oauth/par", pushForm(clientId), { dpop }), 400, "invalid_dpop_proof");
    })
  );

  it.effect("AC-10 accepts a code_challenge once a day from one client, and a refused request does not use it up", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* app, yield* app];
      const code_challenge = codeChallenge(freshVerifier());
      assertTokenError(yield* push(one.clientId, one.key, { code_challenge, scope: "openid" }), 400, "invalid_scope");
      assert.strictEqual((yield* push(one.clientId, one.key, { code_challenge })).status, 201);
      assertTokenError(yield* push(one.clientId, one.key, { code_challenge }), 400, "invalid_request");
      assert.strictEqual((yield* push(other.clientId, other.key, { code_challenge })).status, 201);
      yield* TestClock.adjust("24 hours");
      assert.strictEqual((yield* push(one.clientId, one.key, { code_challenge })).status, 201);
    })
  );

  it.effect("AZ-16 requires clients that must push to do so, and accepts no URL of a request object", () =>
    Effect.gen(function* () {
      const { client } = yield* registered({ ...publicClient, requirePushedAuthorizationRequests: true });
      const direct = location(yield* authorize({ client_id: client.clientId, ...hint }));
      assert.strictEqual(direct.searchParams.get("error"), "invalid_request");
      assert.strictEqual(direct.searchParams.get("state"), "the app's state");
      const key = yield* Effect.promise(makeDpopKey);
      assert.strictEqual((yield* open(client.clientId, yield* pushed(client.clientId, key, hint))).status, 303);
      const { clientId } = yield* app;
      const foreign = location(yield* authorize({ client_id: clientId, request_uri: "https://evil.example/request" }));
      assert.strictEqual(foreign.searchParams.get("error"), "invalid_request");
    })
  );

  it.effect("PA-01 does not record request_uri, state and handle", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* app;
      const uri = yield* pushed(clientId, key, { state: "a state to look for", login_hint: "handle-to-look-for.test" });
      yield* open(clientId, uri);
      const log = yield* EventLog;
      const text = JSON.stringify(yield* log.read(0, 10_000));
      for (const secret of [uri.slice(-43), "a state to look for", "handle-to-look-for"])
        assert.notInclude(text, secret);
    })
  );
});
