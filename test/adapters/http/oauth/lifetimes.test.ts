import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as TestClock from "effect/TestClock";
import { setClientLifetimes } from "../../../../src/application/clients/registration/setClientLifetimes.ts";
import { updateClient } from "../../../../src/application/clients/registration/updateClient.ts";
import { ClientId } from "../../../../src/domain/client/ClientId.ts";
import { assertTokenError, member, oauthServer, publicLogin, redeem, refresh } from "./oauthServer.ts";

const operator = { _tag: "Operator" } as const;

it.layer(oauthServer)("lifetimes of a client", (it) => {
  it.effect("RT-05, TE-07 apply to its next tokens, and survive other changes of the client", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      const clientId = ClientId.make(login.clientId);
      yield* setClientLifetimes(clientId, { accessToken: 120, refreshToken: 600, authorization: 1500 }, operator);
      yield* updateClient(clientId, { name: "Another name" }, operator);
      const first = yield* redeem(login);
      assert.strictEqual(JSON.parse(first.text).expires_in, 120);
      yield* TestClock.adjust("599 seconds");
      const second = yield* refresh(clientId, member(first, "refresh_token"), login.key);
      assert.strictEqual(second.status, 200, second.text);
      yield* TestClock.adjust("599 seconds");
      const third = yield* refresh(clientId, member(second, "refresh_token"), login.key);
      yield* TestClock.adjust("250 seconds");
      const last = yield* refresh(clientId, member(third, "refresh_token"), login.key);
      assert.strictEqual(JSON.parse(last.text).expires_in, 52, "no token outlives its authorization");
      yield* TestClock.adjust("52 seconds");
      assertTokenError(yield* refresh(clientId, member(last, "refresh_token"), login.key), 400, "invalid_grant");
    })
  );

  it.effect("RT-05 end an unused refresh token", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      const clientId = ClientId.make(login.clientId);
      yield* setClientLifetimes(clientId, { accessToken: null, refreshToken: 300, authorization: null }, operator);
      const first = yield* redeem(login);
      // What is over with its refresh token has no access token that is good for longer.
      assert.strictEqual(JSON.parse(first.text).expires_in, 300);
      yield* TestClock.adjust("300 seconds");
      assertTokenError(yield* refresh(clientId, member(first, "refresh_token"), login.key), 400, "invalid_grant");
    })
  );
});
