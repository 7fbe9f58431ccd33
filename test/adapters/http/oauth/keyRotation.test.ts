import { assert, it } from "@effect/vitest";
import type { NonEmptyReadonlyArray } from "effect/Array";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { decodeProtectedHeader } from "jose";
import * as DpopNoncesHmac from "../../../../src/adapters/crypto/DpopNoncesHmac.ts";
import * as SecretCipherAesGcm from "../../../../src/adapters/crypto/SecretCipherAesGcm.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import * as AccessTokensJose from "../../../../src/adapters/jose/AccessTokensJose.ts";
import { generateSigningKey } from "../../../../src/adapters/jose/generateSigningKey.ts";
import { parseSigningKeys } from "../../../../src/adapters/jose/parseSigningKeys.ts";
import type { SigningKey } from "../../../../src/domain/crypto/SigningKey.ts";
import { alice, memoryService, publicUrl } from "../../../support/memoryService.ts";
import {
  allRoutes,
  ask,
  assertTokenError,
  basic,
  codeForm,
  confidentialLogin,
  member,
  postToken,
  publicLogin,
  refreshForm,
  tokenProof
} from "./oauthServer.ts";
import { open, postForm, proofFor, pushForm } from "./pushing.ts";

const freshKey = Effect.gen(function* () {
  const [key] = yield* parseSigningKeys(Redacted.value(yield* generateSigningKey));
  return key;
});

const secret = (name: string) => Redacted.make(`${name}, a secret of the service that is long enough`);

interface Configured {
  readonly keys: NonEmptyReadonlyArray<SigningKey>;
  readonly secrets: NonEmptyReadonlyArray<Redacted.Redacted>;
  readonly required?: boolean;
}

/** One more process of the service over what the others have stored, with keys of its own. */
const processWith = ({ keys, required = false, secrets }: Configured) =>
  Effect.map(
    Layer.build(
      HttpServerNode.layer({ host: "127.0.0.1", port: 0, publicUrl, trustedProxies: 0, routes: allRoutes }).pipe(
        Layer.provide(
          Layer.mergeAll(
            AccessTokensJose.layer({ keys, issuer: publicUrl, audience: publicUrl }),
            DpopNoncesHmac.layer({ secrets, required }),
            SecretCipherAesGcm.layer({ secrets })
          )
        )
      )
    ),
    (context) =>
      <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.provide(effect, context)
  );

const isActive = (token: string, authorization: string) =>
  Effect.map(postForm("/oauth/introspect", { token }, { authorization }), ({ text }) => JSON.parse(text).active);

it.scoped("MD-05 a rotation of the signing key logs nobody out", () =>
  Effect.gen(function* () {
    const [first, second] = [yield* freshKey, yield* freshKey];
    const secrets = [secret("one")] as const;
    const before = yield* processWith({ keys: [first], secrets });
    const rotated = yield* processWith({ keys: [second, first], secrets });
    const after = yield* processWith({ keys: [second], secrets });
    const published = yield* rotated(ask("/.well-known/jwks.json"));
    assert.deepStrictEqual(
      JSON.parse(published.text).keys.map(({ kid, d }: { kid: string; d?: string }) => [kid, d]),
      [
        [second.kid, undefined],
        [first.kid, undefined]
      ]
    );
    const login = yield* before(confidentialLogin());
    const authorization = basic(login.clientId, login.secret);
    const tokens = yield* before(postToken(codeForm(login.clientId, login.code), { authorization }));
    const access = member(tokens, "access_token");
    assert.isTrue(yield* rotated(isActive(access, authorization)));
    assert.isFalse(yield* after(isActive(access, authorization)));
    const form = refreshForm(login.clientId, member(tokens, "refresh_token"));
    const refreshed = yield* rotated(postToken(form, { authorization }));
    assert.strictEqual(decodeProtectedHeader(member(refreshed, "access_token")).kid, second.kid);
    assert.strictEqual(
      (yield* after(postToken(form, { authorization }))).text,
      refreshed.text,
      "the lost reply, again"
    );
    assert.isTrue(yield* after(isActive(member(refreshed, "access_token"), authorization)));
  }).pipe(Effect.provide(memoryService))
);

it.scoped("a rotation of the secret keeps nonces, pushed requests and codes valid", () =>
  Effect.gen(function* () {
    const keys = [yield* freshKey] as const;
    const before = yield* processWith({ keys, secrets: [secret("one")], required: true });
    const rotated = yield* processWith({ keys, secrets: [secret("two"), secret("one")], required: true });
    const after = yield* processWith({ keys, secrets: [secret("two")], required: true });
    const { clientId, code, key } = yield* before(publicLogin);
    const challenged = yield* before(postToken(codeForm(clientId, code), { dpop: yield* tokenProof(key) }));
    const nonce = challenged.header("dpop-nonce") ?? assert.fail("no nonce");
    const dpop = yield* proofFor("/oauth/par", key, { nonce });
    const pushed = yield* rotated(postForm("/oauth/par", pushForm(clientId, { login_hint: alice.handle }), { dpop }));
    assert.strictEqual(pushed.status, 201, pushed.text);
    assert.strictEqual((yield* after(open(clientId, member(pushed, "request_uri")))).status, 303);
    const early = yield* proofFor("/oauth/par", key, { nonce });
    assertTokenError(yield* after(postForm("/oauth/par", pushForm(clientId), { dpop: early })), 400, "use_dpop_nonce");
    const late = yield* tokenProof(key, { nonce });
    const tokens = yield* rotated(postToken(codeForm(clientId, code), { dpop: late }));
    assert.strictEqual(tokens.status, 200, tokens.text);
  }).pipe(Effect.provide(memoryService))
);
