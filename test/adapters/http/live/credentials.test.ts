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
import { bearer, graphqlServer, lexicons, serverOver } from "../graphql/graphqlServer.ts";
import { connected, type RawSocket, subscribeMessage } from "./rawSocket.ts";

const whoAmI = ({ receive, send }: RawSocket) =>
  Effect.gen(function* () {
    send(subscribeMessage("who", "{ viewer { did } }"));
    return Object(yield* receive).payload.data.viewer;
  });

/** An app whose tokens are bound to a key, and what it proves with the key. */
const boundApp = Effect.gen(function* () {
  const key = yield* Effect.promise(makeDpopKey);
  const { tokens } = yield* loggedIn(alice, key.jkt);
  const iat = Math.floor((yield* Clock.currentTimeMillis) / 1000);
  const good = { htm: "GET", htu: `${publicUrl}/graphql`, iat, ath: sha256Base64Url(tokens.accessToken) };
  const proofOf = (claims: Readonly<Record<string, unknown>>) =>
    Effect.promise(() => key.proof({ jti: `${Math.random()}`, ...good, ...claims }));
  return { authorization: `DPoP ${tokens.accessToken}`, proofOf };
});

it.layer(graphqlServer)("the credential of a WebSocket", (it) => {
  it.scoped.each(["authorization", "Authorization"])("is read from %s in the payload of connection_init", (name) =>
    Effect.gen(function* () {
      const { authorization } = yield* bearer(alice);
      const socket = yield* connected({ [name]: authorization });
      assert.deepStrictEqual(yield* socket.receive, { type: "connection_ack" });
      assert.deepStrictEqual(yield* whoAmI(socket), { did: alice.did });
    })
  );

  it.scoped("is read from the headers of the request", () =>
    Effect.gen(function* () {
      const socket = yield* connected(undefined, { headers: yield* bearer(alice) });
      assert.deepStrictEqual(yield* socket.receive, { type: "connection_ack" });
      assert.deepStrictEqual(yield* whoAmI(socket), { did: alice.did });
    })
  );

  it.scoped("is nobody's without one", () =>
    Effect.gen(function* () {
      const socket = yield* connected();
      assert.deepStrictEqual(yield* socket.receive, { type: "connection_ack" });
      assert.isNull(yield* whoAmI(socket));
    })
  );

  it.scoped.each([
    { what: "text that is no credential", payload: { authorization: "nonsense" }, code: 4403 },
    { what: "an invalid token", payload: { authorization: "Bearer nonsense" }, code: 4403 },
    { what: "an empty text", payload: { authorization: "" }, code: 4403 },
    { what: "a number", payload: { authorization: 1 }, code: 4400 },
    { what: "a proof that is an object", payload: { authorization: "DPoP x", dpop: {} }, code: 4400 }
  ])("is refused if it is $what", ({ code, payload }) =>
    Effect.gen(function* () {
      const { closed } = yield* connected(payload);
      assert.strictEqual((yield* closed).code, code);
    })
  );

  it.scoped("is refused if the headers have an invalid token", () =>
    Effect.gen(function* () {
      const { closed } = yield* connected(undefined, { headers: { authorization: "Bearer nonsense" } });
      assert.strictEqual((yield* closed).code, 4403);
    })
  );

  it.scoped("is a token with a proof for GET and the URL of /graphql, which is used once", () =>
    Effect.gen(function* () {
      const { authorization, proofOf } = yield* boundApp;
      const dpop = yield* proofOf({});
      const socket = yield* connected({ authorization, dpop });
      assert.deepStrictEqual(yield* socket.receive, { type: "connection_ack" });
      assert.deepStrictEqual(yield* whoAmI(socket), { did: alice.did });
      const again = yield* connected({ authorization, dpop });
      assert.strictEqual((yield* again.closed).code, 4403);
    })
  );

  it.scoped.each([
    { what: "another method", claims: { htm: "POST" } },
    { what: "another URL", claims: { htu: `${publicUrl}/admin/graphql` } },
    { what: "another token", claims: { ath: sha256Base64Url("another token") } }
  ])("is refused with a proof for $what", ({ claims }) =>
    Effect.gen(function* () {
      const { authorization, proofOf } = yield* boundApp;
      const { closed } = yield* connected({ authorization, dpop: yield* proofOf(claims) });
      const { code, reason } = yield* closed;
      assert.strictEqual(code, 4403);
      assert.include(reason, "DPoP proof");
    })
  );

  it.scoped("is refused without the proof that the token is bound to", () =>
    Effect.gen(function* () {
      const { authorization } = yield* boundApp;
      const { closed } = yield* connected({ authorization });
      assert.strictEqual((yield* closed).code, 4403);
    })
  );
});

const demanding = serverOver(GraphqlApiLexicons.layer).pipe(
  Layer.provideMerge(lexicons),
  Layer.provideMerge(requiredNonces),
  Layer.provideMerge(memoryService)
);

it.layer(demanding)("the proof of a WebSocket, if the service requires nonces", (it) => {
  it.scoped("is requested with a nonce by the closing, and uses nothing up", () =>
    Effect.gen(function* () {
      const { authorization, proofOf } = yield* boundApp;
      const refused = yield* connected({ authorization, dpop: yield* proofOf({ jti: "the same" }) });
      const { code, reason } = yield* refused.closed;
      assert.strictEqual(code, 4403);
      const [, nonce] = /^use_dpop_nonce ([\w-]{22})$/.exec(reason) ?? [];
      const { receive } = yield* connected({ authorization, dpop: yield* proofOf({ jti: "the same", nonce }) });
      assert.deepStrictEqual(yield* receive, { type: "connection_ack" });
    })
  );
});
