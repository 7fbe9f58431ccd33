import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { alice, publicUrl } from "../../../support/memoryService.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import {
  ask,
  basic,
  codeForm,
  confidentialLogin,
  member,
  oauthServer,
  postToken,
  publicLogin,
  redeem,
  refreshForm,
  tokenProof
} from "./oauthServer.ts";
import { postForm } from "./pushing.ts";

const serverApp = (bound = false) =>
  Effect.gen(function* () {
    const { clientId, code, secret } = yield* confidentialLogin();
    const authorization = basic(clientId, secret);
    const key = yield* Effect.promise(makeDpopKey);
    const proof = bound ? { dpop: yield* tokenProof(key) } : {};
    const answer = yield* postToken(codeForm(clientId, code), { authorization, ...proof });
    return {
      clientId,
      authorization,
      key,
      access: member(answer, "access_token"),
      refreshToken: member(answer, "refresh_token")
    };
  });

const introspect = (token: string, authorization: string) =>
  postForm("/oauth/introspect", { token }, { authorization });

const told = (token: string, authorization: string) =>
  Effect.map(introspect(token, authorization), (answer) => {
    assert.deepStrictEqual([answer.status, answer.header("cache-control")], [200, "no-store"], answer.text);
    return JSON.parse(answer.text);
  });

const inactive = { active: false };

it.layer(oauthServer)("/oauth/introspect", (it) => {
  it.effect("IN-01 is for authenticated clients, by POST", () =>
    Effect.gen(function* () {
      const { clientId, access } = yield* serverApp();
      const wrong = yield* introspect(access, basic(clientId, "wrong"));
      assert.deepStrictEqual([wrong.status, member(wrong, "error")], [401, "invalid_client"]);
      assert.match(wrong.header("www-authenticate") ?? "", /^Basic /);
      const open = yield* postForm("/oauth/introspect", { token: access, client_id: clientId });
      assert.strictEqual(open.status, 401);
      const nameless = yield* postForm("/oauth/introspect", { token: access });
      assert.deepStrictEqual([nameless.status, member(nameless, "error")], [401, "invalid_client"]);
      const login = yield* publicLogin;
      const own = member(yield* redeem(login), "access_token");
      const asPublic = yield* postForm("/oauth/introspect", { token: own, client_id: login.clientId });
      assert.deepStrictEqual([asPublic.status, member(asPublic, "error")], [401, "invalid_client"]);
      assert.strictEqual((yield* ask("/oauth/introspect")).status, 405);
    })
  );

  it.effect("IN-02 returns all properties of a key-bound access token", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_800_000_000_000);
      const { access, authorization, clientId, key } = yield* serverApp(true);
      const { jti, ...members } = yield* told(access, authorization);
      assert.isString(jti);
      assert.deepStrictEqual(members, {
        active: true,
        iss: publicUrl,
        aud: publicUrl,
        sub: alice.did,
        client_id: clientId,
        scope: "atproto transition:generic",
        iat: 1_800_000_000,
        exp: 1_800_000_900,
        token_type: "DPoP",
        cnf: { jkt: key.jkt }
      });
    })
  );

  it.effect("IN-02 returns the properties of bearer and refresh tokens", () =>
    Effect.gen(function* () {
      const { access, authorization, refreshToken } = yield* serverApp();
      const bearer = yield* told(access, authorization);
      assert.deepStrictEqual([bearer.active, bearer.token_type, bearer.cnf], [true, "Bearer", undefined]);
      const refresh = yield* told(refreshToken, authorization);
      assert.deepStrictEqual([refresh.active, refresh.sub, refresh.token_type], [true, alice.did, undefined]);
      assert.strictEqual(refresh.exp - refresh.iat, 30 * 24 * 60 * 60);
    })
  );

  it.effect("IN-03 reports every other token as inactive, and nothing else", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* serverApp(), yield* serverApp()];
      for (const token of ["unknown", one.access, one.refreshToken, `${other.access}x`, "a.b.c"]) {
        assert.deepStrictEqual(yield* told(token, other.authorization), inactive, token);
      }
      const next = yield* postToken(refreshForm(one.clientId, one.refreshToken), { authorization: one.authorization });
      assert.deepStrictEqual(yield* told(one.refreshToken, one.authorization), inactive);
      assert.isTrue((yield* told(one.access, one.authorization)).active);
      yield* postForm("/oauth/revoke", { token: one.access }, { authorization: one.authorization });
      for (const token of [one.access, member(next, "access_token"), member(next, "refresh_token")]) {
        assert.deepStrictEqual(yield* told(token, one.authorization), inactive);
      }
      yield* TestClock.adjust("15 minutes");
      assert.deepStrictEqual(yield* told(other.access, other.authorization), inactive);
      assert.isTrue((yield* told(other.refreshToken, other.authorization)).active);
      yield* TestClock.adjust("30 days");
      assert.deepStrictEqual(yield* told(other.refreshToken, other.authorization), inactive);
    })
  );
});
