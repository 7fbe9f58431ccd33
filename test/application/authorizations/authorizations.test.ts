import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import { endOwnAuthorization } from "../../../src/application/authorizations/endOwnAuthorization.ts";
import { listAuthorizations } from "../../../src/application/authorizations/listAuthorizations.ts";
import * as ClientDeletions from "../../../src/application/clients/registration/ClientDeletions.ts";
import { deleteClient } from "../../../src/application/clients/registration/deleteClient.ts";
import { exchangeAuthorizationCode } from "../../../src/application/token/exchangeAuthorizationCode.ts";
import { refreshAccessToken } from "../../../src/application/token/refreshAccessToken.ts";
import { ClientId } from "../../../src/domain/client/ClientId.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { approved, codeVerifier, loggedIn, redirectUri, registered } from "../../support/loginThrough.ts";
import { alice, bob, memoryService } from "../../support/memoryService.ts";

const eventsOf = (type: string) =>
  Effect.flatMap(EventLog, (log) =>
    Effect.map(log.read(0, 10_000), (events) => events.filter((event) => event.type === type))
  );

it.effect("A user's authorizations are listed with those that are active, most recently used first", () =>
  Effect.gen(function* () {
    const one = yield* loggedIn(alice);
    yield* TestClock.adjust("1 minute");
    const two = yield* loggedIn(alice);
    yield* loggedIn(bob);
    yield* TestClock.adjust("1 minute");
    yield* refreshAccessToken({ ...one, refreshToken: one.tokens.refreshToken, scope: null });
    const all = yield* listAuthorizations(alice.did, { clientId: null });
    assert.deepStrictEqual(
      all.map(({ clientId, clientName, usedAt }) => [clientId, clientName, usedAt]),
      [
        [one.client.clientId, "An app", 120_000],
        [two.client.clientId, "An app", 60_000]
      ]
    );
    assert.strictEqual((yield* listAuthorizations(alice.did, { clientId: two.client.clientId })).length, 1);
    yield* TestClock.adjust("31 days");
    assert.deepStrictEqual(yield* listAuthorizations(alice.did, { clientId: null }), []);
  }).pipe(Effect.provide(memoryService))
);

it.effect("A user can end their own authorizations, and no others", () =>
  Effect.gen(function* () {
    const one = yield* loggedIn(alice);
    const other = yield* loggedIn(bob);
    const [own] = yield* listAuthorizations(alice.did, { clientId: null });
    const authorizationId = own?.authorizationId ?? "";
    const { clientId } = one.client;
    for (const wrong of [
      { did: bob.did, clientId: null, authorizationId },
      { did: alice.did, clientId: other.client.clientId, authorizationId },
      { did: alice.did, clientId: null, authorizationId: "auth_unknown" },
      { did: alice.did, clientId: null, authorizationId: `auth_${"A".repeat(22)}` },
      { did: alice.did, clientId: null, authorizationId: "x".repeat(300) }
    ]) {
      assert.strictEqual((yield* Effect.flip(endOwnAuthorization(wrong)))._tag, "AuthorizationNotFound");
    }
    yield* endOwnAuthorization({ did: alice.did, clientId, authorizationId });
    assert.deepStrictEqual(yield* listAuthorizations(alice.did, { clientId: null }), []);
    assert.strictEqual((yield* listAuthorizations(bob.did, { clientId: null })).length, 1);
    const [ended] = yield* eventsOf("AuthorizationEnded.v1");
    assert.deepStrictEqual([ended?.reason, ended?.actor], ["revoked-by-user", { type: "user", id: alice.did }]);
    const refused = yield* Effect.flip(
      refreshAccessToken({ ...one, refreshToken: one.tokens.refreshToken, scope: null })
    );
    assert.propertyVal(refused, "reason", "ended");
  }).pipe(Effect.provide(memoryService))
);

const settled = eventsOf("ClientAuthorizationsEnded.v1").pipe(
  Effect.filterOrFail((events) => events.length > 0),
  Effect.retry({ times: 10_000 })
);

it.effect(
  "RG-08 The deletion of a client ends all its authorizations, one event each, including those with only a code",
  () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      const logins = yield* Effect.all([approved(client.clientId, alice), approved(client.clientId, bob)]);
      const [first] = logins;
      yield* exchangeAuthorizationCode({ client, code: first.code, redirectUri, codeVerifier, jkt: "key" });
      yield* loggedIn(alice);
      yield* deleteClient(ClientId.make(client.clientId), { _tag: "Operator" });
      const [done] = yield* settled;
      assert.deepStrictEqual([done?.clientId, done?.data.count], [client.clientId, 2]);
      const ended = yield* eventsOf("AuthorizationEnded.v1");
      assert.deepStrictEqual(
        ended.map(({ clientId, reason, actor }) => [clientId, reason, actor.type]),
        Array(2).fill([client.clientId, "client-deleted", "system"])
      );
      assert.strictEqual((yield* eventsOf("SessionEnded.v1")).length, 2);
      assert.strictEqual((yield* listAuthorizations(alice.did, { clientId: null })).length, 1);
    }).pipe(Effect.provide(Layer.provideMerge(ClientDeletions.layer, memoryService)))
);

it.effect("RG-08 At startup, clients deleted while no process was running are found, and each is completed once", () =>
  Effect.gen(function* () {
    const { client } = yield* loggedIn(alice);
    yield* deleteClient(ClientId.make(client.clientId), { _tag: "Operator" });
    assert.deepStrictEqual(yield* eventsOf("AuthorizationEnded.v1"), []);
    yield* Effect.scoped(Effect.zipRight(Layer.build(ClientDeletions.layer), settled));
    yield* Effect.scoped(
      Effect.zipRight(
        Layer.build(Layer.merge(ClientDeletions.layer, ClientDeletions.layer)),
        TestClock.adjust("5 minutes")
      )
    );
    assert.strictEqual((yield* eventsOf("AuthorizationEnded.v1")).length, 1);
    assert.strictEqual((yield* eventsOf("ClientAuthorizationsEnded.v1")).length, 1);
  }).pipe(Effect.provide(memoryService))
);
