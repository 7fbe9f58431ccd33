import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Schedule from "effect/Schedule";
import { readCallback } from "../../src/adapters/http/browser/readCallback.ts";
import { PdsMemory } from "../../src/adapters/memory/pds/PdsMemory.ts";
import { listAuthorizations } from "../../src/application/authorizations/listAuthorizations.ts";
import * as ClientDeletions from "../../src/application/clients/registration/ClientDeletions.ts";
import { deleteClient } from "../../src/application/clients/registration/deleteClient.ts";
import { completeLogin } from "../../src/application/login/app/completeLogin.ts";
import { pushAuthorization } from "../../src/application/login/app/pushAuthorization.ts";
import { startAuthorization } from "../../src/application/login/app/startAuthorization.ts";
import * as ClientRegistryProjection from "../../src/application/projection/ClientRegistryProjection.ts";
import * as EndedAuthorizationsProjection from "../../src/application/projection/EndedAuthorizationsProjection.ts";
import { authenticateRequest } from "../../src/application/token/authenticateRequest.ts";
import { exchangeAuthorizationCode } from "../../src/application/token/exchangeAuthorizationCode.ts";
import { refreshAccessToken } from "../../src/application/token/refreshAccessToken.ts";
import { revokeToken } from "../../src/application/token/revokeToken.ts";
import { codeChallenge } from "../../src/domain/authorization/request/pkce.ts";
import { ClientId } from "../../src/domain/client/ClientId.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { storage } from "../../src/main/storage.ts";
import {
  approved,
  browserToken,
  codeVerifier,
  parameters,
  publicClient,
  redirectUri,
  registered,
  returned
} from "../support/loginThrough.ts";
import { alice, memoryService, publicUrl } from "../support/memoryService.ts";
import { silentLogger } from "../support/silentLogger.ts";
import { database, TestDatabase } from "../support/TestDatabase.ts";
import { testSecrets } from "../support/testSubjectKeys.ts";

/** One process of the service: connections and read models of its own, on the database that all share. */
const node = Effect.gen(function* () {
  const { url } = yield* TestDatabase;
  const stores = storage({ databaseUrl: url, dataDir: "/nowhere", secrets: testSecrets, purpose: "service" });
  const context = yield* Layer.build(
    ClientDeletions.layer.pipe(
      Layer.provideMerge(Layer.merge(ClientRegistryProjection.layer, EndedAuthorizationsProjection.layer)),
      Layer.provideMerge(stores)
    )
  );
  return <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provide(effect, context);
});

const nodes = Effect.all([node, node, node]);

const confidential = { ...publicClient, type: "confidential" as const };

/** Looks again every 20 milliseconds, for five seconds at most, until it is so. */
const untilTrue = <E, R>(check: Effect.Effect<boolean, E, R>) =>
  Effect.timeout(Effect.repeat(check, { until: (isSo) => isSo, schedule: Schedule.spaced("20 millis") }), "5 seconds");

const services = Layer.provideMerge(database, memoryService);

const bearer = (accessToken: string) =>
  authenticateRequest({
    presented: { scheme: "Bearer", token: accessToken, proof: null },
    htm: "POST",
    htu: `${publicUrl}/graphql`
  }).pipe(Effect.isSuccess);

const countOf = (type: string) =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.read(0, 10_000), (events) => events.filter((event) => event.type === type).length)
  );

it.scopedLive("PA-07 A request that was pushed at one node and used at all of them yields one code", () =>
  Effect.gen(function* () {
    const all = yield* nodes;
    const [first, second] = all;
    const { client } = yield* first(registered());
    const pushed = yield* first(
      pushAuthorization({
        client,
        jkt: "key",
        parameters: { ...parameters, code_challenge: codeChallenge("v".repeat(43)), login_hint: alice.handle }
      })
    );
    const pds = yield* PdsMemory;
    const open = startAuthorization({
      clientId: client.clientId,
      browserToken,
      parameters: { request_uri: pushed.requestUri }
    });
    for (const at of all) assert.isTrue(yield* Effect.isSuccess(at(open)), "a node knows the client at once");
    const logins = yield* Effect.forEach([...all, ...all, ...all], (at) =>
      Effect.gen(function* () {
        const started = yield* at(open);
        assert.strictEqual(started._tag, "GoUpstream");
        const location = started._tag === "GoUpstream" ? started.location : "";
        return { at, back: yield* pds.approve(new URL(location), alice.did) };
      })
    );
    const outcomes = yield* Effect.forEach(
      logins,
      ({ at, back }) => Effect.either(at(completeLogin({ ...readCallback(back), browserToken }))),
      { concurrency: "unbounded" }
    );
    assert.strictEqual(outcomes.filter(Either.isRight).length, 1);
    assert.strictEqual(yield* first(countOf("CodeIssued.v1")), 1);
    assert.strictEqual(yield* first(countOf("SessionEstablished.v1")), 1);
    assert.strictEqual(yield* first(countOf("LoginFailed.v1")), outcomes.length - 1);
    assert.strictEqual((yield* Effect.flip(second(open)))._tag, "PushedRequestRefused");
  }).pipe(Effect.provide(services), Effect.provide(silentLogger))
);

it.scopedLive(
  "Identical callbacks of one browser receive the same code, whichever nodes they reach and in whatever order",
  () =>
    Effect.gen(function* () {
      const all = yield* nodes;
      const [first] = all;
      const { client } = yield* first(registered());
      for (const gap of [0, 50] as const) {
        const back = yield* first(returned(client.clientId, alice));
        const outcomes = yield* Effect.forEach(
          all,
          (at, index) => Effect.delay(at(completeLogin({ ...readCallback(back), browserToken })), gap * index),
          { concurrency: "unbounded" }
        );
        assert.lengthOf(new Set(outcomes.map(({ code }) => code)), 1);
      }
      assert.strictEqual(yield* first(countOf("CodeIssued.v1")), 2);
      assert.strictEqual(yield* first(countOf("LoginFailed.v1")), 0);
    }).pipe(Effect.provide(services), Effect.provide(silentLogger))
);

it.scopedLive(
  "RV-01, RT-11 A revoked token is refused at every node within a second, whatever refreshes meanwhile",
  () =>
    Effect.gen(function* () {
      const [first, second, third] = yield* nodes;
      const { client } = yield* first(registered(confidential));
      const { code } = yield* first(approved(client.clientId, alice));
      const tokens = yield* first(exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null }));
      yield* untilTrue(second(bearer(tokens.accessToken)));
      const refresh = refreshAccessToken({ client, refreshToken: tokens.refreshToken, jkt: null, scope: null });
      const [refreshed] = yield* Effect.all(
        [
          Effect.either(second(refresh)),
          first(revokeToken({ client, token: tokens.refreshToken, jkt: null })),
          Effect.either(third(refresh))
        ],
        { concurrency: "unbounded" }
      );
      assert.isFalse(yield* first(bearer(tokens.accessToken)), "the node that revoked knows at once");
      for (const at of [second, third]) yield* untilTrue(Effect.map(at(bearer(tokens.accessToken)), (good) => !good));
      if (Either.isRight(refreshed)) {
        assert.isFalse(yield* second(bearer(refreshed.right.accessToken)));
        const again = { client, refreshToken: refreshed.right.refreshToken, jkt: null, scope: null };
        assert.propertyVal(yield* Effect.flip(third(refreshAccessToken(again))), "reason", "ended");
      }
      assert.strictEqual(yield* first(countOf("AuthorizationEnded.v1")), 1);
      assert.strictEqual(yield* first(countOf("SessionEnded.v1")), 1);
    }).pipe(Effect.provide(services), Effect.provide(silentLogger))
);

it.scopedLive("RG-08 The authorizations of a deleted client end once, although every node is notified", () =>
  Effect.gen(function* () {
    const all = yield* nodes;
    const [first, second] = all;
    const { client } = yield* first(registered(confidential));
    yield* Effect.forEach(Array.from({ length: 5 }), () => first(approved(client.clientId, alice)));
    const { code } = yield* first(approved(client.clientId, alice));
    yield* second(exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null }));
    assert.strictEqual((yield* second(listAuthorizations(alice.did, { clientId: null }))).length, 1);
    yield* first(deleteClient(ClientId.make(client.clientId), { _tag: "Operator" }));
    yield* untilTrue(Effect.map(second(countOf("ClientAuthorizationsEnded.v1")), (count) => count > 0)).pipe(
      Effect.retry({ times: 4 })
    );
    assert.strictEqual(yield* first(countOf("AuthorizationEnded.v1")), 6);
    assert.strictEqual(yield* first(countOf("SessionEnded.v1")), 6);
    assert.deepStrictEqual(yield* second(listAuthorizations(alice.did, { clientId: null })), []);
  }).pipe(Effect.provide(services), Effect.provide(silentLogger))
);

it.scopedLive("AC-08 A code that is redeemed at every node at once, and again, yields one pair of tokens", () =>
  Effect.gen(function* () {
    const all = yield* nodes;
    const [first, second] = all;
    const { client } = yield* first(registered(confidential));
    const { code } = yield* first(approved(client.clientId, alice));
    const redeem = exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null });
    const racing = yield* Effect.forEach([...all, ...all, ...all, ...all], (at) => at(redeem), {
      concurrency: "unbounded"
    });
    const again = yield* Effect.forEach(all, (at) => at(redeem));
    assert.strictEqual(new Set([...racing, ...again].map(({ refreshToken }) => refreshToken)).size, 1);
    assert.strictEqual(yield* first(countOf("CodeExchanged.v1")), 1);
    const wrong = exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier: "x".repeat(43), jkt: null });
    assert.propertyVal(yield* Effect.flip(second(wrong)), "reason", "already-used");
    assert.strictEqual(yield* first(countOf("AuthorizationEnded.v1")), 0);
  }).pipe(Effect.provide(services), Effect.provide(silentLogger))
);
