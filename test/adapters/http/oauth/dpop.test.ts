import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { publicUrl } from "../../../support/memoryService.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import { assertTokenError, codeForm, oauthServer, postToken, publicLogin, tokenProof } from "./oauthServer.ts";

it.layer(oauthServer)("/oauth/token, DPoP", (it) => {
  it.effect("DP-01, DP-02 refuses a public client without a proof, with two, or with an invalid one", () =>
    Effect.gen(function* () {
      const { clientId, code, key } = yield* publicLogin;
      const form = codeForm(clientId, code);
      const [one, other] = [yield* tokenProof(key), yield* tokenProof(key)];
      assertTokenError(yield* postToken(form), 400, "invalid_dpop_proof");
      for (const dpop of [[one, other], `${one}, ${other}`, "", "a.b", `${one}.x`, `${one},`]) {
        assertTokenError(yield* postToken(form, { dpop }), 400, "invalid_dpop_proof");
      }
    })
  );

  it.effect("DP-03, DP-08, DP-09 refuses another type, method or URL", () =>
    Effect.gen(function* () {
      const { clientId, code, key } = yield* publicLogin;
      const form = codeForm(clientId, code);
      assertTokenError(
        yield* postToken(form, { dpop: yield* tokenProof(key, {}, { typ: "JWT" }) }),
        400,
        "invalid_dpop_proof"
      );
      const wrong = [
        { htm: "GET" },
        { htm: "post" },
        { htu: "https://other.example/oauth/token" },
        { htu: "http://app.example/oauth/token" },
        { htu: `${publicUrl}/oauth/token/` },
        { htu: `${publicUrl}/oauth/par` },
        { htu: `${publicUrl}:8443/oauth/token` },
        { htu: "https://user@app.example/oauth/token" },
        { htu: "/oauth/token" }
      ];
      for (const claims of wrong) {
        assertTokenError(yield* postToken(form, { dpop: yield* tokenProof(key, claims) }), 400, "invalid_dpop_proof");
      }
    })
  );

  it.effect("DP-10, DP-11 accepts every spelling of the public URL, and ignores Host and X-Forwarded-*", () =>
    Effect.gen(function* () {
      for (const htu of [
        "HTTPS://APP.example/oauth/token",
        "https://app.example:443/oauth/token",
        "https://app.example/oauth/%74oken",
        "https://app.example/x/../oauth/./token",
        "https://app.example/oauth/token?query=1#fragment"
      ]) {
        const { clientId, code, key } = yield* publicLogin;
        const answer = yield* postToken(codeForm(clientId, code), { dpop: yield* tokenProof(key, { htu }) });
        assert.strictEqual(answer.status, 200, htu);
      }
      const { clientId, code, key } = yield* publicLogin;
      const dpop = yield* tokenProof(key, { htu: "https://evil.example/oauth/token" });
      const spoofed = { dpop, host: "evil.example", "x-forwarded-host": "evil.example" };
      assertTokenError(yield* postToken(codeForm(clientId, code), spoofed), 400, "invalid_dpop_proof");
    })
  );

  it.effect("DP-15 tolerates slightly wrong clocks, and accepts fractional times", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_800_000_000_000);
      const now = 1_800_000_000;
      for (const [iat, status] of [
        [now - 10, 200],
        [now + 10, 200],
        [now + 0.5, 200],
        [now - 299, 200],
        [now - 302, 400],
        [now + 62, 400],
        [0, 400],
        [1e300, 400],
        [-1e300, 400]
      ] as const) {
        const { clientId, code, key } = yield* publicLogin;
        const answer = yield* postToken(codeForm(clientId, code), { dpop: yield* tokenProof(key, { iat }) });
        assert.strictEqual(answer.status, status, `${iat} ${answer.text}`);
      }
    })
  );

  it.effect("DP-16, DP-17 accepts a jti once per key, also concurrently, and refuses one that is too long", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* publicLogin, yield* publicLogin];
      const dpop = yield* tokenProof(one.key, { jti: "the-same" });
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => postToken(codeForm(one.clientId, "code_wrong"), { dpop })),
        { concurrency: "unbounded" }
      );
      const errors = answers.map((answer) => JSON.parse(answer.text).error);
      assert.strictEqual(errors.filter((error) => error === "invalid_grant").length, 1);
      assert.strictEqual(errors.filter((error) => error === "invalid_dpop_proof").length, 9);
      const elsewhere = yield* tokenProof(other.key, { jti: "the-same" });
      assert.strictEqual((yield* postToken(codeForm(other.clientId, other.code), { dpop: elsewhere })).status, 200);
      const long = yield* tokenProof(one.key, { jti: "x".repeat(257) });
      assertTokenError(yield* postToken(codeForm(one.clientId, one.code), { dpop: long }), 400, "invalid_dpop_proof");
    })
  );

  it.effect("DP-17 remembers every proof until it is too old, except those that failed otherwise", () =>
    Effect.gen(function* () {
      const { clientId, code } = yield* publicLogin;
      const key = yield* Effect.promise(makeDpopKey);
      const early = yield* tokenProof(key, { jti: "early", htm: "GET" });
      assertTokenError(yield* postToken(codeForm(clientId, code), { dpop: early }), 400, "invalid_dpop_proof");
      const good = yield* tokenProof(key, { jti: "early" });
      assert.strictEqual((yield* postToken(codeForm(clientId, code), { dpop: good })).status, 200);
      yield* TestClock.adjust("299 seconds");
      assertTokenError(yield* postToken(codeForm(clientId, code), { dpop: good }), 400, "invalid_dpop_proof");
    })
  );
});
