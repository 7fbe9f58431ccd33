import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { AccessTokens } from "../../../../src/domain/authorization/token/AccessTokens.ts";
import { lifetimes } from "../../../../src/domain/authorization/token/lifetimes.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { codeVerifier, redirectUri, registered } from "../../../support/loginThrough.ts";
import { alice, publicUrl } from "../../../support/memoryService.ts";
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
  postToken,
  publicLogin,
  redeem,
  refresh,
  refreshForm,
  signedIn
} from "./oauthServer.ts";

const ended = (authorizationId: string) =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.read(0, 10_000), (events) =>
      events.some((event) => event.type === "AuthorizationEnded.v1" && event.authorizationId === authorizationId)
    )
  );

const authorizationOf = (accessToken: string): string =>
  String(JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString()).sid);

it.layer(oauthServer)("/oauth/token", (it) => {
  it.effect("TE-05, AC-07 returns tokens for a code, in the format of RFC 6749 and RFC 9449", () =>
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

  it.effect("TE-01, TE-02, TE-03, TE-04 refuses invalid requests", () =>
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

  it.effect("TE-08 refuses a body of more than 64 KiB, readable by scripts", () =>
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

  it.effect("AC-03 refuses a used code, and revokes its tokens", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      const first = yield* redeem(login);
      yield* TestClock.adjust(lifetimes.codeRepeat);
      assertTokenError(yield* redeem(login), 400, "invalid_grant");
      assert.isTrue(yield* ended(authorizationOf(member(first, "access_token"))));
      assertTokenError(yield* refresh(login.clientId, member(first, "refresh_token"), login.key), 400, "invalid_grant");
    })
  );

  it.effect("AC-04 revokes nothing when a used code is sent with the wrong verifier, key or client", () =>
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
    "AC-05, AC-06, RU-10 refuses another client, verifier or redirect URI, and revokes the code after five attempts",
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

  it.effect("AC-08 returns one pair of tokens to many concurrent redemptions", () =>
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

  it.effect("AC-09 redeems a key-bound code only with its key", () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      const [key, other] = yield* Effect.promise(() => Promise.all([makeDpopKey(), makeDpopKey()]));
      const code = codeOf(yield* signedIn(client.clientId, { dpop_jkt: key.jkt }));
      const login = { clientId: client.clientId, code };
      assertTokenError(yield* redeem({ ...login, key: other }), 400, "invalid_grant");
      assert.strictEqual((yield* redeem({ ...login, key })).status, 200);
    })
  );

  it.effect("AC-10, RT-10 uses up nothing when the client or proof is refused", () =>
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
});
