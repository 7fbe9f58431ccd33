import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { readCallback } from "../../../src/adapters/http/browser/readCallback.ts";
import { PdsMemory } from "../../../src/adapters/memory/pds/PdsMemory.ts";
import { deleteClient } from "../../../src/application/clients/registration/deleteClient.ts";
import { updateClient } from "../../../src/application/clients/registration/updateClient.ts";
import { completeLogin } from "../../../src/application/login/app/completeLogin.ts";
import { startAuthorization } from "../../../src/application/login/app/startAuthorization.ts";
import { exchangeAuthorizationCode } from "../../../src/application/token/exchangeAuthorizationCode.ts";
import { ClientId } from "../../../src/domain/client/ClientId.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import {
  approved,
  browserToken,
  codeVerifier,
  loggedIn,
  parameters,
  redirectUri,
  registered,
  returned
} from "../../support/loginThrough.ts";
import { alice, bob, memoryService } from "../../support/memoryService.ts";

const typesInLog = Effect.gen(function* () {
  const log = yield* EventLog;
  return (yield* log.read(0, 1000)).map((event) => event.type);
});

it.effect("A login records every step in the log, in order", () =>
  Effect.gen(function* () {
    const { tokens } = yield* loggedIn(alice);
    assert.strictEqual(tokens.sub, alice.did);
    assert.strictEqual(tokens.tokenType, "DPoP");
    assert.strictEqual(tokens.scope, "atproto transition:generic");
    assert.deepStrictEqual(yield* typesInLog, [
      "ClientRegistered.v2",
      "AuthorizationRequested.v1",
      "UpstreamLoginStarted.v1",
      "UpstreamReturned.v1",
      "SessionEstablished.v1",
      "LoginCompleted.v1",
      "CodeIssued.v1",
      "CodeExchanged.v1"
    ]);
  }).pipe(Effect.provide(memoryService))
);

it.effect("No secret of a login is in the log", () =>
  Effect.gen(function* () {
    const { tokens, code } = yield* loggedIn(alice);
    const log = yield* EventLog;
    const text = JSON.stringify(yield* log.read(0, 1000));
    for (const secret of [
      tokens.accessToken,
      tokens.refreshToken,
      code,
      codeVerifier,
      browserToken,
      "pds-access",
      "the app's state"
    ]) {
      assert.notInclude(text, secret);
    }
  }).pipe(Effect.provide(memoryService))
);

it.effect("A login without a hint prompts for a handle", () =>
  Effect.gen(function* () {
    const { client } = yield* registered();
    const started = yield* startAuthorization({ clientId: client.clientId, browserToken, parameters });
    assert.deepStrictEqual(started, { _tag: "AskHandle", clientName: "An app" });
  }).pipe(Effect.provide(memoryService))
);

it.effect(
  "A login with another account than the requested one is refused, its tokens are revoked, and the app is notified",
  () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      const pds = yield* PdsMemory;
      const back = yield* returned(client.clientId, alice, bob);
      const refused = yield* Effect.flip(completeLogin({ ...readCallback(back), browserToken }));
      assert.propertyVal(refused, "_tag", "RefusedByRedirect");
      assert.propertyVal(refused, "error", "access_denied");
      assert.propertyVal(refused, "state", "the app's state");
      assert.include(yield* typesInLog, "LoginFailed.v1");
      const state = yield* pds.state.get;
      assert.strictEqual(state.refreshTokens.size, 0);
    }).pipe(Effect.provide(memoryService))
);

const operator = { _tag: "Operator" } as const;

const changesMeanwhile = {
  "was deleted": (clientId: ClientId) => deleteClient(clientId, operator),
  "gave up its redirect URI": (clientId: ClientId) =>
    updateClient(clientId, { redirectUris: ["https://client.example/new"] }, operator)
};

for (const [what, change] of Object.entries(changesMeanwhile)) {
  it.effect(`RG-08 The browser is not redirected to a client that ${what} while the user was at the PDS`, () =>
    Effect.gen(function* () {
      const { client } = yield* registered();
      const back = yield* returned(client.clientId, alice);
      yield* change(ClientId.make(client.clientId));
      const refused = yield* Effect.flip(completeLogin({ ...readCallback(back), browserToken }));
      assert.propertyVal(refused, "_tag", "UnknownCallback");
      assert.propertyVal(refused, "reason", "client-changed");
      const types = yield* typesInLog;
      assert.strictEqual(types.at(-1), "LoginFailed.v1");
      assert.notInclude(types, "SessionEstablished.v1");
      const pds = yield* PdsMemory;
      assert.strictEqual((yield* pds.state.get).refreshTokens.size, 0);
    }).pipe(Effect.provide(memoryService))
  );
}

it.effect("CD-09 A user who returns grants no more than the client is registered for by then", () =>
  Effect.gen(function* () {
    const { client } = yield* registered();
    const back = yield* returned(client.clientId, alice);
    yield* updateClient(ClientId.make(client.clientId), { scope: "atproto" }, operator);
    const { code } = yield* completeLogin({ ...readCallback(back), browserToken });
    const tokens = yield* exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: "thumbprint" });
    assert.strictEqual(tokens.scope, "atproto");
  }).pipe(Effect.provide(memoryService))
);

it.effect("A callback in another browser is refused, and ends the login", () =>
  Effect.gen(function* () {
    const { client } = yield* registered();
    const pds = yield* PdsMemory;
    const back = yield* returned(client.clientId, alice);
    const other = yield* Effect.flip(completeLogin({ ...readCallback(back), browserToken: "another browser" }));
    assert.propertyVal(other, "_tag", "BrowserMismatch");
    const again = yield* Effect.flip(completeLogin({ ...readCallback(back), browserToken }));
    assert.propertyVal(again, "reason", "already-used");
    assert.strictEqual((yield* pds.state.get).accessTokens.size, 0);
  }).pipe(Effect.provide(memoryService))
);

it.effect("Two simultaneous callbacks of one browser receive the same code, which is redeemed once at the PDS", () =>
  Effect.gen(function* () {
    const { client } = yield* registered();
    const pds = yield* PdsMemory;
    const back = yield* returned(client.clientId, alice);
    const both = yield* Effect.all(
      [1, 2].map(() => Effect.either(completeLogin({ ...readCallback(back), browserToken }))),
      { concurrency: "unbounded" }
    );
    assert.isTrue(both.every((outcome) => outcome._tag === "Right"));
    assert.deepStrictEqual(both[0], both[1]);
    assert.strictEqual((yield* pds.state.get).accessTokens.size, 1);
    assert.lengthOf(
      (yield* typesInLog).filter((type) => type === "CodeIssued.v1"),
      1
    );
  }).pipe(Effect.provide(memoryService))
);

it.effect("A callback is refused unless its state, issuer and time match a login in progress", () =>
  Effect.gen(function* () {
    const { client } = yield* registered();
    const good = yield* returned(client.clientId, alice);
    const but = (name: string, value: string) =>
      new URLSearchParams([...[...good].filter(([key]) => key !== name), [name, value]]);
    const reasonOf = (back: URLSearchParams) =>
      Effect.map(Effect.flip(completeLogin({ ...readCallback(back), browserToken })), (error) =>
        "reason" in error ? error.reason : error._tag
      );
    assert.strictEqual(yield* reasonOf(new URLSearchParams({ code: "x" })), "state-missing");
    assert.strictEqual(yield* reasonOf(but("state", "made-up")), "state-unknown");
    yield* TestClock.adjust("11 minutes");
    assert.strictEqual(yield* reasonOf(good), "expired");
    const forged = yield* returned(client.clientId, alice);
    forged.set("iss", "https://evil.example");
    assert.strictEqual(yield* reasonOf(forged), "not-from-server");
    assert.strictEqual((yield* typesInLog).at(-1), "LoginFailed.v1");
  }).pipe(Effect.provide(memoryService))
);

it.effect("A code is redeemed once, however many requests present it at the same time", () =>
  Effect.gen(function* () {
    const { client } = yield* registered();
    const { code } = yield* approved(client.clientId, alice);
    const exchange = exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: "k" });
    const replies = yield* Effect.all(
      Array.from({ length: 20 }, () => exchange),
      { concurrency: "unbounded" }
    );
    assert.strictEqual(new Set(replies.map(({ refreshToken }) => refreshToken)).size, 1);
    const log = yield* EventLog;
    const exchanged = (yield* log.read(0, 1000)).filter(({ type }) => type === "CodeExchanged.v1");
    assert.lengthOf(exchanged, 1);
  }).pipe(Effect.provide(memoryService))
);
