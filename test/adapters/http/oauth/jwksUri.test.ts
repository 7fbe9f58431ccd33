import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { WebMemory } from "../../../../src/adapters/memory/OutboundHttpMemory.ts";
import { registered } from "../../../support/loginThrough.ts";
import type { AssertionKey } from "../../jose/assertionKey.ts";
import { attempt, newKey, proposal, signed } from "./asserting.ts";
import { assertTokenError, oauthServer } from "./oauthServer.ts";

it.layer(oauthServer)("keys at jwks_uri", (it) => {
  const jwksUri = "https://client.example/jwks.json";
  const publish = (...keys: ReadonlyArray<AssertionKey>) =>
    Effect.flatMap(WebMemory, (web) => web.publish(jwksUri, JSON.stringify({ keys: keys.map(({ jwk }) => jwk) })));
  const asked = Effect.flatMap(WebMemory, (web) => web.asked(jwksUri));
  const client = Effect.map(registered({ ...proposal, jwksUri }), (made) => made.client.clientId);

  it.effect("CA-16 are fetched once, and again for an unknown kid, but not repeatedly", () =>
    Effect.gen(function* () {
      const [one, two, stranger] = yield* Effect.all([newKey("one"), newKey("two"), newKey("three")]);
      const clientId = yield* client;
      yield* publish(one);
      for (const _ of [1, 2, 3]) assertTokenError(yield* attempt(yield* signed(one, clientId)), 400, "invalid_grant");
      assert.strictEqual(yield* asked, 1);
      yield* publish(one, two);
      assertTokenError(yield* attempt(yield* signed(two, clientId)), 400, "invalid_grant");
      assert.strictEqual(yield* asked, 2);
      for (const _ of [1, 2, 3])
        assertTokenError(yield* attempt(yield* signed(stranger, clientId)), 401, "invalid_client");
      assert.strictEqual(yield* asked, 2);
      yield* TestClock.adjust("31 seconds");
      assertTokenError(yield* attempt(yield* signed(stranger, clientId)), 401, "invalid_client");
      assert.strictEqual(yield* asked, 3);
      yield* publish(two);
      yield* TestClock.adjust("11 minutes");
      assertTokenError(yield* attempt(yield* signed(one, clientId)), 401, "invalid_client");
      assertTokenError(yield* attempt(yield* signed(two, clientId)), 400, "invalid_grant");
    })
  );

  it.effect("CA-16 are valid for a day while their server is down, and no longer than it publishes them", () =>
    Effect.gen(function* () {
      const web = yield* WebMemory;
      const one = yield* newKey("one");
      const clientId = yield* client;
      yield* publish(one);
      yield* TestClock.adjust("2 hours");
      assertTokenError(yield* attempt(yield* signed(one, clientId)), 400, "invalid_grant");
      yield* web.publish(jwksUri, "unreachable");
      yield* TestClock.adjust("23 hours");
      assertTokenError(yield* attempt(yield* signed(one, clientId)), 400, "invalid_grant");
      yield* TestClock.adjust("2 hours");
      const down = yield* attempt(yield* signed(one, clientId));
      assertTokenError(down, 503, "temporarily_unavailable");
      assert.isNotNull(down.header("retry-after"));
      yield* publish(one);
      yield* TestClock.adjust("6 seconds");
      assertTokenError(yield* attempt(yield* signed(one, clientId)), 400, "invalid_grant");
      yield* web.publish(jwksUri, { status: 404, headers: {}, body: "" });
      yield* TestClock.adjust("2 hours");
      assertTokenError(yield* attempt(yield* signed(one, clientId)), 401, "invalid_client");
    })
  );
});
