import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as TestClock from "effect/TestClock";
import { deleteClient } from "../../../src/application/clients/registration/deleteClient.ts";
import { authenticateClient } from "../../../src/application/token/authenticateClient.ts";
import { authenticateRequest } from "../../../src/application/token/authenticateRequest.ts";
import { exchangeAuthorizationCode } from "../../../src/application/token/exchangeAuthorizationCode.ts";
import { refreshAccessToken } from "../../../src/application/token/refreshAccessToken.ts";
import { ClientId } from "../../../src/domain/client/ClientId.ts";
import { EventLog, EventLogUnavailable } from "../../../src/domain/event/EventLog.ts";
import { UnitsOfWork } from "../../../src/domain/event/UnitOfWork.ts";
import { approved, codeVerifier, loggedIn, publicClient, redirectUri, registered } from "../../support/loginThrough.ts";
import { alice, memoryService, publicUrl } from "../../support/memoryService.ts";

const confidential = { ...publicClient, type: "confidential" as const };

/** Tokens of a confidential client, which are not bound to a key. */
const bearerLogin = Effect.gen(function* () {
  const { client } = yield* registered(confidential);
  const { code } = yield* approved(client.clientId, alice);
  const tokens = yield* exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null });
  return { client, code, tokens };
});

const credentials = (token: string, scheme: "DPoP" | "Bearer" = "Bearer") => ({
  presented: { scheme, token, proof: null },
  htm: "POST",
  htu: `${publicUrl}/graphql`
});

it.effect("A bearer token identifies who makes a request", () =>
  Effect.gen(function* () {
    const { client, tokens } = yield* bearerLogin;
    const viewer = yield* authenticateRequest(credentials(tokens.accessToken));
    assert.strictEqual(viewer.did, alice.did);
    assert.strictEqual(viewer.clientId, client.clientId);
  }).pipe(Effect.provide(memoryService))
);

it.effect("A token that expired, is bound to a key, or has the wrong scheme is refused", () =>
  Effect.gen(function* () {
    const bound = yield* loggedIn(alice);
    const asBearer = yield* Effect.flip(authenticateRequest(credentials(bound.tokens.accessToken)));
    assert.propertyVal(asBearer, "reason", "bound");
    const withoutProof = yield* Effect.flip(authenticateRequest(credentials(bound.tokens.accessToken, "DPoP")));
    assert.propertyVal(withoutProof, "reason", "missing");
    const { tokens } = yield* bearerLogin;
    const asDpop = yield* Effect.flip(authenticateRequest(credentials(tokens.accessToken, "DPoP")));
    assert.propertyVal(asDpop, "reason", "not-bound");
    yield* TestClock.adjust("16 minutes");
    const late = yield* Effect.flip(authenticateRequest(credentials(tokens.accessToken)));
    assert.propertyVal(late, "reason", "expired");
  }).pipe(Effect.provide(memoryService))
);

/** A log that stores an event of this type, and then says that it cannot be reached: its answer is lost. */
const losingTheAnswer = <A, E, R>(type: string, effect: Effect.Effect<A, E, R>) =>
  Effect.provide(
    effect,
    Layer.effect(
      UnitsOfWork,
      Effect.map(UnitsOfWork, ({ commit }) =>
        UnitsOfWork.of({
          commit: (unit) =>
            Effect.tap(commit(unit), (committed) =>
              committed.some((event) => event.type === type)
                ? new EventLogUnavailable({
                    operation: "append",
                    reason: "unreachable",
                    cause: new Error("the connection was cut")
                  })
                : Effect.void
            )
        })
      )
    )
  );

it.effect(
  "AC-10 A code whose reply was lost inside the service yields its tokens to the client that authenticates again",
  () =>
    Effect.gen(function* () {
      const { client } = yield* registered(confidential);
      const { code } = yield* approved(client.clientId, alice);
      const redeem = exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null });
      const lost = yield* Effect.flip(losingTheAnswer("CodeExchanged.v1", redeem));
      assert.strictEqual(lost._tag, "EventLogUnavailable");
      const other = { client: (yield* registered(confidential)).client, code, redirectUri, codeVerifier, jkt: null };
      assert.propertyVal(yield* Effect.flip(exchangeAuthorizationCode(other)), "reason", "already-used");
      const unproven = { client, code, redirectUri, codeVerifier: "v".repeat(43), jkt: null };
      assert.propertyVal(yield* Effect.flip(exchangeAuthorizationCode(unproven)), "reason", "already-used");
      yield* TestClock.adjust("59 seconds");
      const [tokens, again] = yield* Effect.all([redeem, redeem], { concurrency: "unbounded" });
      assert.deepStrictEqual(tokens, again);
      const log = yield* EventLog;
      const exchanged = (yield* log.read(0, 1000)).filter(({ type }) => type === "CodeExchanged.v1");
      assert.lengthOf(exchanged, 1);
    }).pipe(Effect.provide(memoryService))
);

it.effect("AC-03 A redemption 30 seconds after the exchange is a replay, once a lost reply was repeated", () =>
  Effect.gen(function* () {
    const { client } = yield* registered(confidential);
    const { code } = yield* approved(client.clientId, alice);
    const redeem = exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null });
    yield* Effect.flip(losingTheAnswer("CodeExchanged.v1", redeem));
    const { accessToken } = yield* redeem;
    assert.strictEqual((yield* authenticateRequest(credentials(accessToken))).did, alice.did);
    yield* TestClock.adjust("30 seconds");
    assert.propertyVal(yield* Effect.flip(redeem), "reason", "already-used");
    assert.isTrue(yield* Effect.isFailure(authenticateRequest(credentials(accessToken))));
  }).pipe(Effect.provide(memoryService))
);

it.effect("The reply to a code is repeated for 30 seconds to the client that presents the same credentials", () =>
  Effect.gen(function* () {
    const { client, code, tokens } = yield* bearerLogin;
    const redeem = exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null });
    yield* TestClock.adjust("29 seconds");
    assert.deepStrictEqual(yield* Effect.all([redeem, redeem], { concurrency: "unbounded" }), [tokens, tokens]);
    const log = yield* EventLog;
    assert.lengthOf(
      (yield* log.read(0, 1000)).filter(({ type }) => type === "CodeExchanged.v1"),
      1
    );
    yield* TestClock.adjust("1 second");
    assert.propertyVal(yield* Effect.flip(redeem), "reason", "already-used");
  }).pipe(Effect.provide(memoryService))
);

it.effect("The reply to a code is not repeated once its refresh token was used, since the client has it", () =>
  Effect.gen(function* () {
    const { client, code, tokens } = yield* bearerLogin;
    yield* refreshAccessToken({ client, refreshToken: tokens.refreshToken, jkt: null, scope: null });
    const redeem = exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null });
    assert.propertyVal(yield* Effect.flip(redeem), "reason", "already-used");
    const next = refreshAccessToken({ client, refreshToken: tokens.refreshToken, jkt: null, scope: null });
    assert.propertyVal(yield* Effect.flip(next), "reason", "ended");
  }).pipe(Effect.provide(memoryService))
);

it.effect("The reply to a code is not repeated to a client that proves neither a secret nor a key", () =>
  Effect.gen(function* () {
    const { client } = yield* registered();
    const { code } = yield* approved(client.clientId, alice);
    const redeem = exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null });
    yield* redeem;
    assert.propertyVal(yield* Effect.flip(redeem), "reason", "already-used");
  }).pipe(Effect.provide(memoryService))
);

it.effect("The tokens of a replayed code are revoked at once", () =>
  Effect.gen(function* () {
    const { client, code, tokens } = yield* bearerLogin;
    yield* TestClock.adjust("30 seconds");
    const replay = yield* Effect.flip(
      exchangeAuthorizationCode({ client, code, redirectUri, codeVerifier, jkt: null })
    );
    assert.propertyVal(replay, "reason", "already-used");
    yield* Effect.yieldNow();
    const ended = yield* authenticateRequest(credentials(tokens.accessToken)).pipe(
      Effect.flip,
      Effect.retry({ times: 1000, while: () => true })
    );
    assert.propertyVal(ended, "reason", "ended");
  }).pipe(Effect.provide(memoryService))
);

it.effect("The tokens of a deleted client end", () =>
  Effect.gen(function* () {
    const { client, tokens } = yield* bearerLogin;
    yield* deleteClient(ClientId.make(client.clientId), { _tag: "Operator" });
    const refused = yield* authenticateRequest(credentials(tokens.accessToken)).pipe(
      Effect.flip,
      Effect.retry({ times: 1000, while: () => true })
    );
    assert.propertyVal(refused, "reason", "ended");
  }).pipe(Effect.provide(memoryService))
);

it.effect("A refresh token is rotated, and a lost reply is repeated for 30 seconds", () =>
  Effect.gen(function* () {
    const { client, tokens, jkt } = yield* loggedIn(alice);
    const refresh = (refreshToken: string, key = jkt) =>
      refreshAccessToken({ client, refreshToken, jkt: key, scope: null });
    const second = yield* refresh(tokens.refreshToken);
    assert.notStrictEqual(second.refreshToken, tokens.refreshToken);
    yield* TestClock.adjust("20 seconds");
    assert.deepStrictEqual(yield* refresh(tokens.refreshToken), second);
    const third = yield* refresh(second.refreshToken);
    yield* TestClock.adjust("31 seconds");
    const reused = yield* Effect.flip(refresh(second.refreshToken));
    assert.propertyVal(reused, "reason", "reused");
    const after = yield* Effect.flip(refresh(third.refreshToken));
    assert.propertyVal(after, "reason", "ended");
  }).pipe(Effect.provide(memoryService))
);

it.effect("Many simultaneous refreshes receive the same successor", () =>
  Effect.gen(function* () {
    const { client, tokens, jkt } = yield* loggedIn(alice);
    const refresh = refreshAccessToken({ client, refreshToken: tokens.refreshToken, jkt, scope: null });
    const replies = yield* Effect.all(
      Array.from({ length: 16 }, () => refresh),
      { concurrency: "unbounded" }
    );
    assert.strictEqual(new Set(replies.map((reply) => reply.refreshToken)).size, 1);
  }).pipe(Effect.provide(memoryService))
);

it.effect("A refresh can narrow the scope and never widens it", () =>
  Effect.gen(function* () {
    const { client, tokens, jkt } = yield* loggedIn(alice);
    const refresh = (refreshToken: string, scope: string) => refreshAccessToken({ client, refreshToken, jkt, scope });
    const narrow = yield* refresh(tokens.refreshToken, "atproto");
    assert.strictEqual(narrow.scope, "atproto");
    const wide = yield* Effect.flip(refresh(narrow.refreshToken, "atproto transition:email"));
    assert.propertyVal(wide, "reason", "beyond-allowed");
    assert.strictEqual(
      (yield* refresh(narrow.refreshToken, "atproto transition:generic")).scope,
      "atproto transition:generic"
    );
  }).pipe(Effect.provide(memoryService))
);

it.effect("A client authenticates by exactly the method it is registered for", () =>
  Effect.gen(function* () {
    const { client, secret } = yield* registered(confidential);
    const right = Redacted.value(secret ?? Redacted.make(""));
    const { clientId } = client;
    const attempt = (
      method: "none" | "client_secret_basic" | "client_secret_post",
      given: string | null,
      id: string = clientId
    ) => Effect.either(authenticateClient({ clientId: id, method, secret: given }));
    const reason = (method: "none" | "client_secret_basic" | "client_secret_post", given: string | null, id?: string) =>
      Effect.map(attempt(method, given, id), (outcome) => (outcome._tag === "Left" ? outcome.left.reason : "good"));
    assert.strictEqual(yield* reason("client_secret_basic", right), "good");
    assert.strictEqual(yield* reason("client_secret_post", right), "wrong-method");
    assert.strictEqual(yield* reason("none", null), "wrong-method");
    assert.strictEqual(yield* reason("client_secret_basic", `${right}x`), "wrong-secret");
    assert.strictEqual(yield* reason("client_secret_basic", ""), "wrong-secret");
    assert.strictEqual(yield* reason("client_secret_basic", right, "client_0000000000000000000000"), "unknown-client");
  }).pipe(Effect.provide(memoryService))
);
