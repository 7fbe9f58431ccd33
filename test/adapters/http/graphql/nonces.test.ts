import { assert, it } from "@effect/vitest";
import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as GraphqlApiLexicons from "../../../../src/adapters/graphql/GraphqlApiLexicons.ts";
import { sha256Base64Url } from "../../../../src/domain/crypto/sha256.ts";
import { loggedIn } from "../../../support/loginThrough.ts";
import { alice, memoryService, publicUrl } from "../../../support/memoryService.ts";
import { requiredNonces } from "../../../support/requiredNonces.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import { graphql, lexicons, serverOver } from "./graphqlServer.ts";

const server = serverOver(GraphqlApiLexicons.layer).pipe(
  Layer.provideMerge(lexicons),
  Layer.provideMerge(requiredNonces),
  Layer.provideMerge(memoryService)
);

const viewer = "{ viewer { did } }";

it.layer(server)("nonces on /graphql, if the service requires them", (it) => {
  it.effect("DP-12 requests a proof with a nonce by 401, also for a query, and uses nothing up", () =>
    Effect.gen(function* () {
      const key = yield* Effect.promise(makeDpopKey);
      const { tokens } = yield* loggedIn(alice, key.jkt);
      const ath = sha256Base64Url(tokens.accessToken);
      const iat = Math.floor((yield* Clock.currentTimeMillis) / 1000);
      const ask = (claims: Readonly<Record<string, unknown>>) =>
        Effect.gen(function* () {
          const good = { jti: "the same in both", htm: "POST", htu: `${publicUrl}/graphql`, iat, ath };
          const dpop = yield* Effect.promise(() => key.proof({ ...good, ...claims }));
          return yield* graphql(viewer, { headers: { authorization: `DPoP ${tokens.accessToken}`, dpop } });
        });
      for (const nonce of [undefined, "foreign"]) {
        const challenged = yield* ask({ nonce });
        assert.strictEqual(challenged.status, 401);
        assert.match(challenged.header("www-authenticate") ?? "", /^DPoP error="use_dpop_nonce", algs="ES256"/);
        assert.match(challenged.header("dpop-nonce") ?? "", /^[A-Za-z0-9_-]{22}$/);
        assert.strictEqual(challenged.header("cache-control"), "no-store");
        assert.propertyVal(Object(challenged.errors?.[0]).extensions, "code", "UNAUTHENTICATED");
      }
      const nonce = (yield* ask({})).header("dpop-nonce");
      const answered = yield* ask({ nonce });
      assert.deepStrictEqual([answered.status, answered.data], [200, { viewer: { did: alice.did } }]);
      assert.strictEqual(answered.header("dpop-nonce"), nonce);
    })
  );

  it.effect("DP-14 sends a nonce with every response, and does not challenge callers without a proof", () =>
    Effect.gen(function* () {
      const anonymous = yield* graphql(viewer);
      assert.deepStrictEqual([anonymous.status, anonymous.data], [200, { viewer: null }]);
      assert.match(anonymous.header("dpop-nonce") ?? "", /^[A-Za-z0-9_-]{22}$/);
      assert.include(anonymous.header("access-control-expose-headers") ?? "", "DPoP-Nonce");
    })
  );
});
