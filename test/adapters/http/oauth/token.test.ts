import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { tokenRoutes } from "../../../../src/adapters/http/oauth/token/tokenRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { AccessTokens } from "../../../../src/domain/authorization/token/AccessTokens.ts";
import { lifetimes } from "../../../../src/domain/authorization/token/lifetimes.ts";
import { ReplayGuard } from "../../../../src/domain/dpop/ReplayGuard.ts";
import { EventLog, EventLogUnavailable } from "../../../../src/domain/event/EventLog.ts";
import { StorageUnavailable } from "../../../../src/domain/storage/StorageUnavailable.ts";
import { contendedLog } from "../../../support/contendedLog.ts";
import { codeVerifier, redirectUri, registered } from "../../../support/loginThrough.ts";
import { alice, publicUrl } from "../../../support/memoryService.ts";
import { silentLogger } from "../../../support/silentLogger.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import {
  ask,
  assertTokenError,
  basic,
  codeForm,
  codeOf,
  confidentialLogin,
  member,
  oauthServer,
  postClient,
  postToken,
  publicLogin,
  redeem,
  refresh,
  refreshForm,
  signedIn,
  tokenProof
} from "./oauthServer.ts";

/** Whether an access token is still good: the authorization it names has not ended in the log. */
const ended = (authorizationId: string) =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.read(0, 10_000), (events) =>
      events.some((event) => event.type === "AuthorizationEnded.v1" && event.authorizationId === authorizationId)
    )
  );

const authorizationOf = (accessToken: string): string =>
  String(JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString()).sid);

it.layer(oauthServer)("/oauth/token", (it) => {
  it.effect("TE-05, AC-07 gives tokens for a code, as RFC 6749 and RFC 9449 write them", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      const answer = yield* redeem(login);
      assert.strictEqual(answer.status, 200, answer.text);
      assert.strictEqual(answer.header("content-type"), "application/json");
      assert.strictEqual(answer.header("cache-control"), "no-store");
      assert.strictEqual(answer.header("pragma"), "no-cache");
      assert.strictEqual(answer.header("access-control-allow-origin"), "*");
      const { access_token, refresh_token, ...rest } = JSON.parse(answer.text);
      assert.deepStrictEqual(rest, {
        token_type: "DPoP",
        expires_in: 900,
        scope: "atproto transition:generic",
        sub: alice.did
      });
      const tokens = yield* AccessTokens;
      const claims = yield* tokens.verify(access_token, 1);
      assert.deepInclude(claims, { iss: publicUrl, aud: publicUrl, sub: alice.did, client_id: login.clientId });
      assert.strictEqual(claims.cnf?.jkt, login.key.jkt);
      assert.strictEqual(claims.exp - claims.iat, 900);
      assert.match(refresh_token, /^refresh_[A-Za-z0-9_-]{43}$/);
    })
  );

  it.effect("TE-01, TE-02, TE-03, TE-04 refuses what is no proper request", () =>
    Effect.gen(function* () {
      const { clientId, code } = yield* publicLogin;
      const good = codeForm(clientId, code);
      const wrongMethod = yield* ask("/oauth/token");
      assert.deepStrictEqual([wrongMethod.status, wrongMethod.header("allow")], [405, "POST, OPTIONS"]);
      const encoded = new URLSearchParams(good).toString();
      const inQuery = yield* ask(`/oauth/token?${encoded}`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" }
      });
      assertTokenError(inQuery, 400, "invalid_request");
      for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x", ""]) {
        assertTokenError(yield* postToken(JSON.stringify(good), { "content-type": type }), 400, "invalid_request");
      }
      const cases: ReadonlyArray<readonly [Record<string, string | undefined> | string, string]> = [
        [`${encoded}&code=${code}`, "invalid_request"],
        [`${encoded}&unknown=1&unknown=2`, "invalid_request"],
        ["", "invalid_request"],
        [{ ...good, grant_type: undefined }, "invalid_request"],
        [{ ...good, grant_type: "" }, "invalid_request"],
        [{ ...good, grant_type: "password" }, "unsupported_grant_type"],
        [{ ...good, grant_type: "implicit" }, "unsupported_grant_type"],
        [{ ...good, grant_type: "client_credentials" }, "unsupported_grant_type"],
        [{ ...good, client_id: undefined }, "invalid_request"],
        [{ ...good, code: undefined }, "invalid_request"],
        [{ ...good, code_verifier: undefined }, "invalid_request"],
        [{ ...good, code_verifier: "x".repeat(42) }, "invalid_request"],
        [{ ...good, code_verifier: "x".repeat(129) }, "invalid_request"],
        [{ ...good, code_verifier: `${codeVerifier}+` }, "invalid_request"],
        [{ grant_type: "refresh_token", client_id: clientId }, "invalid_request"]
      ];
      for (const [form, error] of cases) assertTokenError(yield* postToken(form), 400, error);
    })
  );

  it.effect("TE-03 ignores parameters that it does not know", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      assert.strictEqual((yield* redeem(login, { audience: "https://elsewhere.example", empty: "" })).status, 200);
    })
  );

  it.effect("TE-08 refuses a body beyond 64 KiB, and says so to scripts", () =>
    Effect.gen(function* () {
      assertTokenError(yield* postToken(`code=${"x".repeat(65_536)}`), 413, "invalid_request");
    })
  );

  it.effect("AC-02 refuses a code after 60 seconds", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      yield* TestClock.adjust("59 seconds");
      const other = yield* publicLogin;
      assert.strictEqual((yield* redeem(login)).status, 200);
      yield* TestClock.adjust("60 seconds");
      assertTokenError(yield* redeem(other), 400, "invalid_grant");
    })
  );

  it.effect("AC-03 refuses a code that was used, and ends what it gave", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      const first = yield* redeem(login);
      yield* TestClock.adjust(lifetimes.codeRepeat);
      assertTokenError(yield* redeem(login), 400, "invalid_grant");
      assert.isTrue(yield* ended(authorizationOf(member(first, "access_token"))));
      assertTokenError(yield* refresh(login.clientId, member(first, "refresh_token"), login.key), 400, "invalid_grant");
    })
  );

  it.effect("AC-04 ends nothing when a used code comes with the wrong verifier, key or client", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      const first = yield* redeem(login);
      const stranger = yield* Effect.promise(makeDpopKey);
      const { client: other } = yield* registered();
      assertTokenError(yield* redeem(login, { code_verifier: "x".repeat(43) }), 400, "invalid_grant");
      assertTokenError(yield* redeem({ ...login, key: stranger }), 400, "invalid_grant");
      assertTokenError(yield* redeem({ ...login, clientId: other.clientId }), 400, "invalid_grant");
      assert.isFalse(yield* ended(authorizationOf(member(first, "access_token"))));
      assert.strictEqual((yield* refresh(login.clientId, member(first, "refresh_token"), login.key)).status, 200);
    })
  );

  it.effect(
    "AC-05, AC-06, RU-10 refuses another client, verifier or redirect URI, and voids the code after five times",
    () =>
      Effect.gen(function* () {
        const login = yield* publicLogin;
        const { client: other } = yield* registered();
        assertTokenError(yield* redeem({ ...login, clientId: other.clientId }), 400, "invalid_grant");
        assertTokenError(yield* redeem(login, { redirect_uri: `${redirectUri}/` }), 400, "invalid_grant");
        assertTokenError(yield* redeem(login, { code_verifier: "x".repeat(43) }), 400, "invalid_grant");
        assert.strictEqual((yield* redeem(login, { redirect_uri: undefined })).status, 200);
        const tried = yield* publicLogin;
        for (let attempt = 0; attempt < 5; attempt += 1) yield* redeem(tried, { code_verifier: "x".repeat(43) });
        assertTokenError(yield* redeem(tried), 400, "invalid_grant");
      })
  );

  it.effect("AC-08 gives one pair of tokens to many parallel redemptions", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => redeem(login)),
        { concurrency: "unbounded" }
      );
      assert.deepStrictEqual([...new Set(answers.map((answer) => answer.status))], [200]);
      const [token, ...others] = new Set(answers.map((answer) => member(answer, "refresh_token")));
      assert.lengthOf(others, 0);
      assert.strictEqual((yield* refresh(login.clientId, token ?? "", login.key)).status, 200);
    })
  );

  it.effect("AC-09 redeems a code that is bound to a key with that key only", () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      const [key, other] = yield* Effect.promise(() => Promise.all([makeDpopKey(), makeDpopKey()]));
      const code = codeOf(yield* signedIn(client.clientId, { dpop_jkt: key.jkt }));
      const login = { clientId: client.clientId, code };
      assertTokenError(yield* redeem({ ...login, key: other }), 400, "invalid_grant");
      assert.strictEqual((yield* redeem({ ...login, key })).status, 200);
    })
  );

  it.effect("AC-10, RT-10 uses up nothing when client or proof are refused", () =>
    Effect.gen(function* () {
      const login = yield* confidentialLogin();
      const form = { ...codeForm(login.clientId, login.code), client_id: undefined };
      const wrong = yield* postToken(form, { authorization: basic(login.clientId, "wrong") });
      assertTokenError(wrong, 401, "invalid_client");
      const badProof = { authorization: basic(login.clientId, login.secret), dpop: "a.b.c" };
      assertTokenError(yield* postToken(form, badProof), 400, "invalid_dpop_proof");
      const authorization = basic(login.clientId, login.secret);
      const first = yield* postToken(form, { authorization });
      assert.strictEqual(first.status, 200, first.text);
      const again = { ...refreshForm(login.clientId, member(first, "refresh_token")), client_id: undefined };
      assertTokenError(
        yield* postToken(again, { authorization: basic(login.clientId, "wrong") }),
        401,
        "invalid_client"
      );
      assert.strictEqual((yield* postToken(again, { authorization })).status, 200);
    })
  );

  it.effect("CA-01, CA-03 takes the secret in the header or the form, and gives Bearer tokens without a proof", () =>
    Effect.gen(function* () {
      const inHeader = yield* confidentialLogin();
      const answer = yield* postToken(codeForm(inHeader.clientId, inHeader.code), {
        authorization: basic(inHeader.clientId, inHeader.secret)
      });
      assert.deepStrictEqual([answer.status, member(answer, "token_type")], [200, "Bearer"]);
      const inForm = yield* confidentialLogin(postClient);
      const form = codeForm(inForm.clientId, inForm.code);
      assertTokenError(yield* postToken({ ...form, client_secret: "wrong" }), 401, "invalid_client");
      assert.strictEqual((yield* postToken({ ...form, client_secret: inForm.secret })).status, 200);
    })
  );

  it.effect("binds the tokens of a confidential client, too, when it sends a proof", () =>
    Effect.gen(function* () {
      const login = yield* confidentialLogin();
      const key = yield* Effect.promise(makeDpopKey);
      const authorization = basic(login.clientId, login.secret);
      const first = yield* postToken(codeForm(login.clientId, login.code), {
        authorization,
        dpop: yield* tokenProof(key)
      });
      assert.strictEqual(member(first, "token_type"), "DPoP");
      const form = refreshForm(login.clientId, member(first, "refresh_token"));
      assertTokenError(yield* postToken(form, { authorization }), 400, "invalid_grant");
      assert.strictEqual((yield* postToken(form, { authorization, dpop: yield* tokenProof(key) })).status, 200);
    })
  );

  it.effect("CA-02 answers a wrong secret and an unknown client alike, and names Basic when it was tried", () =>
    Effect.gen(function* () {
      const { clientId, code } = yield* confidentialLogin();
      const form = { ...codeForm(clientId, code), client_id: undefined };
      const wrong = yield* postToken(form, { authorization: basic(clientId, "wrong") });
      const unknown = yield* postToken(form, { authorization: basic("client_AAAAAAAAAAAAAAAAAAAAAA", "wrong") });
      for (const answer of [wrong, unknown]) {
        assertTokenError(answer, 401, "invalid_client");
        assert.match(answer.header("www-authenticate") ?? "", /^Basic /);
      }
      assert.strictEqual(wrong.text, unknown.text);
      const noHeader = yield* postToken(codeForm("client_AAAAAAAAAAAAAAAAAAAAAA", code));
      assertTokenError(noHeader, 401, "invalid_client");
      assert.isNull(noHeader.header("www-authenticate"));
    })
  );

  it.effect("CA-04, CA-05 refuses two methods, and every method but the registered one", () =>
    Effect.gen(function* () {
      const basicOne = yield* confidentialLogin();
      const postOne = yield* confidentialLogin(postClient);
      const publicOne = yield* publicLogin;
      const authorization = basic(basicOne.clientId, basicOne.secret);
      const basicForm = codeForm(basicOne.clientId, basicOne.code);
      const assertion = {
        client_assertion: "a.b.c",
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
      };
      const secret = basicOne.secret;
      const cases: ReadonlyArray<readonly [Record<string, string>, Record<string, string>, number, string]> = [
        [{ ...basicForm, client_secret: secret }, { authorization }, 400, "invalid_request"],
        [{ ...basicForm, ...assertion }, { authorization }, 400, "invalid_request"],
        [{ ...basicForm, ...assertion, client_secret: secret }, {}, 400, "invalid_request"],
        [{ ...basicForm, client_id: publicOne.clientId }, { authorization }, 400, "invalid_request"],
        [{ ...basicForm, ...assertion }, {}, 401, "invalid_client"],
        [basicForm, {}, 401, "invalid_client"],
        [{ ...basicForm, client_secret: secret }, {}, 401, "invalid_client"],
        [
          codeForm(postOne.clientId, postOne.code),
          { authorization: basic(postOne.clientId, postOne.secret) },
          401,
          "invalid_client"
        ],
        [{ ...codeForm(publicOne.clientId, publicOne.code), client_secret: "x" }, {}, 401, "invalid_client"],
        [
          codeForm(publicOne.clientId, publicOne.code),
          { authorization: basic(publicOne.clientId, "") },
          401,
          "invalid_client"
        ],
        [basicForm, { authorization: "Bearer abc" }, 401, "invalid_client"],
        [basicForm, { authorization: "Basic !!!" }, 401, "invalid_client"],
        [basicForm, { authorization: `Basic ${Buffer.from("no colon").toString("base64")}` }, 401, "invalid_client"],
        [
          basicForm,
          { authorization: `Basic ${Buffer.from(`${basicOne.clientId}:%zz`).toString("base64")}` },
          401,
          "invalid_client"
        ]
      ];
      for (const [form, headers, status, error] of cases) {
        assertTokenError(yield* postToken(form, headers), status, error);
      }
    })
  );
});

const serving = (replaced: Layer.Layer<EventLog | ReplayGuard, never, EventLog | ReplayGuard>) =>
  HttpServerNode.layer({ host: "127.0.0.1", port: 0, publicUrl, trustedProxies: 0, routes: tokenRoutes }).pipe(
    Layer.provide(replaced)
  );

const failing = (options: {
  readonly log?: Partial<EventLog["Type"]>;
  readonly guard?: Partial<ReplayGuard["Type"]>;
}) =>
  Layer.merge(
    Layer.effect(
      EventLog,
      Effect.map(EventLog, (real) => EventLog.of({ ...real, ...options.log }))
    ),
    Layer.effect(
      ReplayGuard,
      Effect.map(ReplayGuard, (real) => ReplayGuard.of({ ...real, ...options.guard }))
    )
  );

describe("/oauth/token, when something fails here", () => {
  it.effect("answers a contended authorization with 503 and Retry-After, and the client's next attempt succeeds", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      const server = HttpServerNode.layer({
        host: "127.0.0.1",
        port: 0,
        publicUrl,
        trustedProxies: 0,
        routes: tokenRoutes
      });
      const answer = yield* Effect.provide(redeem(login), Layer.provide(server, contendedLog("authorization-")));
      assertTokenError(answer, 503, "temporarily_unavailable");
      assert.strictEqual(answer.header("retry-after"), "1");
      assert.include(answer.text, "other requests changed the same data");
      assert.strictEqual((yield* redeem(login)).status, 200);
    }).pipe(Effect.provide(oauthServer), Effect.provide(silentLogger))
  );

  it.effect("TE-09 says so without using anything up, and the client's next attempt succeeds", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      const cause = "select secret from log";
      const append = () => Effect.fail(new EventLogUnavailable({ operation: "append", reason: "unreachable", cause }));
      const remember = () =>
        Effect.fail(new StorageUnavailable({ store: "replay-guard", reason: "unreachable", cause }));
      for (const broken of [failing({ log: { append } }), failing({ guard: { remember } })]) {
        const answer = yield* Effect.provide(redeem(login), serving(broken));
        assertTokenError(answer, 503, "temporarily_unavailable");
        assert.strictEqual(answer.header("retry-after"), "1");
        assert.notInclude(answer.text, "select");
      }
      const defect = yield* Effect.provide(
        redeem(login),
        serving(failing({ log: { append: () => Effect.die(new Error(cause)) } }))
      );
      assertTokenError(defect, 500, "server_error");
      assert.notInclude(defect.text, "select");
      assert.strictEqual((yield* redeem(login)).status, 200);
    }).pipe(Effect.provide(oauthServer), Effect.provide(silentLogger))
  );
});
