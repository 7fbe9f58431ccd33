import { assert, it } from "@effect/vitest";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { memoryService, publicUrl } from "../../../support/memoryService.ts";
import { requiredNonces } from "../../../support/requiredNonces.ts";
import type { Answer } from "../send.ts";
import {
  allRoutes,
  assertTokenError,
  codeForm,
  confidentialLogin,
  member,
  postToken,
  publicLogin,
  refreshForm,
  tokenProof
} from "./oauthServer.ts";

const server = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: allRoutes
}).pipe(Layer.provideMerge(Layer.provideMerge(requiredNonces, memoryService)));

const nonceOf = (answer: Answer): string => answer.header("dpop-nonce") ?? assert.fail("no DPoP-Nonce");

it.layer(server)("nonces, if the service requires them", (it) => {
  it.effect("DP-12, AC-10 asks for a proof with a nonce, and the code stays valid", () =>
    Effect.gen(function* () {
      const { clientId, code, key } = yield* publicLogin;
      const form = codeForm(clientId, code);
      const challenged = yield* postToken(form, { dpop: yield* tokenProof(key) });
      assertTokenError(challenged, 400, "use_dpop_nonce");
      const dpop = yield* tokenProof(key, { nonce: nonceOf(challenged) });
      const good = yield* postToken(form, { dpop });
      assert.strictEqual(good.status, 200, good.text);
      assert.match(nonceOf(good), /^[A-Za-z0-9_-]{22}$/);
    })
  );

  it.effect("RT-10 rotates nothing on a challenge, and accepts the same proof again once its nonce is known", () =>
    Effect.gen(function* () {
      const { clientId, code, key } = yield* publicLogin;
      const nonce = nonceOf(yield* postToken(codeForm(clientId, code), { dpop: yield* tokenProof(key) }));
      const first = yield* postToken(codeForm(clientId, code), { dpop: yield* tokenProof(key, { nonce }) });
      const form = refreshForm(clientId, member(first, "refresh_token"));
      const jti = "the same in both proofs";
      assertTokenError(yield* postToken(form, { dpop: yield* tokenProof(key, { jti }) }), 400, "use_dpop_nonce");
      const second = yield* postToken(form, { dpop: yield* tokenProof(key, { jti, nonce }) });
      assert.strictEqual(second.status, 200, second.text);
    })
  );

  it.effect("DP-13 responds to a foreign or expired nonce with a new one, and accepts the previous one", () =>
    Effect.gen(function* () {
      const { clientId, code, key } = yield* publicLogin;
      const form = codeForm(clientId, code);
      const nonce = nonceOf(yield* postToken(form, { dpop: yield* tokenProof(key) }));
      assertTokenError(yield* postToken(form, { dpop: yield* tokenProof(key, { nonce: "x" }) }), 400, "use_dpop_nonce");
      yield* TestClock.adjust("301 seconds");
      const late = yield* postToken(form, { dpop: yield* tokenProof(key, { nonce }) });
      assertTokenError(late, 400, "use_dpop_nonce");
      assert.notStrictEqual(nonceOf(late), nonce);
      const again = yield* publicLogin;
      yield* TestClock.adjust("59 seconds");
      const dpop = yield* tokenProof(again.key, { nonce: nonceOf(late) });
      assert.strictEqual((yield* postToken(codeForm(again.clientId, again.code), { dpop })).status, 200);
    })
  );

  it.effect("DP-14 sends exactly one nonce with every response, also without a proof", () =>
    Effect.gen(function* () {
      const { clientId, code, secret } = yield* confidentialLogin();
      for (const form of ["", "grant_type=unknown", codeForm(clientId, code)]) {
        const answer = yield* postToken(form);
        assert.match(nonceOf(answer), /^[A-Za-z0-9_-]{22}$/);
        assert.strictEqual(answer.header("cache-control"), "no-store");
      }
      const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`;
      const bearer = yield* postToken(codeForm(clientId, code), { authorization });
      assert.deepStrictEqual([bearer.status, nonceOf(bearer).length], [200, 22], bearer.text);
    })
  );

  it.effect("DP-15 tolerates a clock that is minutes ahead if a nonce proves the time", () =>
    Effect.gen(function* () {
      const { clientId, code, key } = yield* publicLogin;
      const form = codeForm(clientId, code);
      const nonce = nonceOf(yield* postToken(form, { dpop: yield* tokenProof(key) }));
      yield* TestClock.adjust("1 second");
      const iat = Math.floor((yield* Clock.currentTimeMillis) / 1000);
      const tooFar = yield* postToken(form, { dpop: yield* tokenProof(key, { nonce, iat: iat + 302 }) });
      assertTokenError(tooFar, 400, "invalid_dpop_proof");
      const answer = yield* postToken(form, { dpop: yield* tokenProof(key, { nonce, iat: iat + 299 }) });
      assert.strictEqual(answer.status, 200, answer.text);
    })
  );
});
