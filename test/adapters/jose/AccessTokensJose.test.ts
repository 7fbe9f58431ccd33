import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { createLocalJWKSet, decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from "jose";
import * as AccessTokensJose from "../../../src/adapters/jose/AccessTokensJose.ts";
import { generateSigningKey } from "../../../src/adapters/jose/generateSigningKey.ts";
import { parseSigningKeys } from "../../../src/adapters/jose/parseSigningKeys.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { type AccessTokenClaims, AccessTokens } from "../../../src/domain/authorization/token/AccessTokens.ts";

const issuer = "https://tidemark.example.com";
const now = 1_800_000_000;

const newKeys = Effect.flatMap(generateSigningKey, (pem) =>
  Either.mapLeft(parseSigningKeys(Redacted.value(pem)), Error)
);

const claims: AccessTokenClaims = {
  iss: issuer,
  aud: issuer,
  sub: Schema.decodeSync(Did)("did:plc:ewvi7nxzyoun6zhxrhs64oiz"),
  client_id: "client_AAAAAAAAAAAAAAAAAAAAAA",
  scope: "atproto",
  jti: "token-1",
  iat: now,
  exp: now + 900,
  sid: "authorization-1",
  cnf: { jkt: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" }
};

const setup = Effect.gen(function* () {
  const keys = yield* newKeys;
  const tokens = yield* Effect.provide(AccessTokens, AccessTokensJose.layer({ keys, issuer, audience: issuer }));
  const privateKey = yield* Effect.promise(() => importJWK(JSON.parse(Redacted.value(keys[0].jwk)), "ES256"));
  return { keys, tokens, privateKey };
});

const reasonFor = (tokens: AccessTokens["Type"], token: string, at = now) =>
  tokens.verify(token, at).pipe(
    Effect.flip,
    Effect.map((refusal) => refusal.reason)
  );

describe("AccessTokensJose", () => {
  it.effect("signs tokens that it can read, as can any JOSE library with the published keys", () =>
    Effect.gen(function* () {
      const { keys, tokens } = yield* setup;
      const token = yield* tokens.sign(claims);
      assert.deepStrictEqual(yield* tokens.verify(token, now), claims);
      assert.deepStrictEqual(decodeProtectedHeader(token), { alg: "ES256", typ: "at+jwt", kid: keys[0].kid });
      const jwks = createLocalJWKSet({ keys: tokens.publicKeys.keys.map((key) => ({ kty: "EC", ...key })) });
      const { payload } = yield* Effect.promise(() =>
        jwtVerify(token, jwks, { issuer, audience: issuer, typ: "at+jwt", currentDate: new Date(now * 1000) })
      );
      assert.strictEqual(payload.sub, claims.sub);
    })
  );

  it.effect("MD-05 publishes only public members", () =>
    Effect.gen(function* () {
      const { tokens } = yield* setup;
      for (const key of tokens.publicKeys.keys) {
        assert.deepStrictEqual(Object.keys(key).sort(), ["alg", "crv", "kid", "kty", "use", "x", "y"]);
      }
    })
  );

  it.effect("reports why a token is refused", () =>
    Effect.gen(function* () {
      const { keys, privateKey, tokens } = yield* setup;
      const kid = keys[0].kid;
      const sign = (payload: Readonly<Record<string, unknown>>, header: Readonly<Record<string, unknown>> = {}) =>
        Effect.promise(() =>
          new SignJWT(payload).setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid, ...header }).sign(privateKey)
        );
      const good = yield* tokens.sign(claims);
      const [header, payload, signature] = good.split(".");
      const cases: ReadonlyArray<readonly [string, string]> = [
        ["", "malformed"],
        ["a.b.c", "malformed"],
        [`${good}.`, "malformed"],
        [`${header}.${payload}.${signature?.slice(0, -4)}AAAA`, "bad-signature"],
        [yield* sign({ ...claims }, { typ: "JWT" }), "malformed"],
        [yield* sign({ ...claims }, { typ: "dpop+jwt" }), "malformed"],
        [yield* sign({ ...claims }, { kid: "another" }), "bad-signature"],
        [yield* sign({ ...claims, exp: now - 1 }), "expired"],
        [yield* sign({ ...claims, iss: "https://evil.example.com" }), "wrong-issuer"],
        [yield* sign({ ...claims, aud: "https://evil.example.com" }), "wrong-audience"],
        [yield* sign({ ...claims, aud: [issuer, "https://evil.example.com"] }), "malformed"],
        [yield* sign({ ...claims, sub: "alice" }), "malformed"],
        [yield* sign({ ...claims, sid: undefined }), "malformed"],
        [yield* sign({ ...claims, exp: undefined }), "malformed"],
        [yield* sign({ ...claims, iat: undefined }), "malformed"],
        [yield* sign({ ...claims, exp: "9999999999" }), "malformed"],
        [yield* sign({ ...claims, nbf: now + 1 }), "malformed"],
        [yield* sign({ ...claims, nbf: "0" }), "malformed"],
        [yield* sign({ ...claims, iss: undefined }), "wrong-issuer"],
        [yield* sign({ ...claims, aud: undefined }), "wrong-audience"],
        [yield* sign({ ...claims, aud: ["https://evil.example.com"] }), "wrong-audience"],
        [yield* sign({ ...claims }, { typ: undefined }), "malformed"],
        [yield* sign({ ...claims }, { kid: undefined }), "bad-signature"],
        [yield* sign({ ...claims }, { crit: ["b64"], b64: true }), "malformed"]
      ];
      for (const [token, reason] of cases) assert.strictEqual(yield* reasonFor(tokens, token), reason, token);
      assert.strictEqual(yield* reasonFor(tokens, good, now + 900), "expired");
      for (const typ of ["application/at+jwt", "AT+JWT"]) {
        const named = yield* sign({ ...claims, nbf: now }, { typ });
        assert.deepStrictEqual(yield* tokens.verify(named, now), claims);
      }
    })
  );

  it.effect("refuses a token of another key, an unsigned one, or one signed with the public key as a secret", () =>
    Effect.gen(function* () {
      const { keys, tokens } = yield* setup;
      const stranger = yield* setup;
      const kid = keys[0].kid;
      const hmac = yield* Effect.promise(() =>
        new SignJWT({ ...claims })
          .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid })
          .sign(Buffer.from(JSON.stringify(tokens.publicKeys.keys[0])))
      );
      const forged = yield* Effect.promise(() =>
        new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid }).sign(stranger.privateKey)
      );
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      assert.strictEqual(yield* reasonFor(tokens, forged), "bad-signature");
      assert.strictEqual(yield* reasonFor(tokens, hmac), "malformed");
      assert.strictEqual(
        yield* reasonFor(tokens, `${part({ alg: "none", typ: "at+jwt", kid })}.${part(claims)}.AA`),
        "malformed"
      );
    })
  );

  it.effect("accepts tokens of an older key while it is published, and signs with the first", () =>
    Effect.gen(function* () {
      const old = yield* setup;
      const [fresh] = yield* newKeys;
      const rotated = yield* Effect.provide(
        AccessTokens,
        AccessTokensJose.layer({ keys: [fresh, ...old.keys], issuer, audience: issuer })
      );
      assert.deepStrictEqual(yield* rotated.verify(yield* old.tokens.sign(claims), now), claims);
      assert.strictEqual(decodeProtectedHeader(yield* rotated.sign(claims)).kid, fresh.kid);
      assert.strictEqual(yield* reasonFor(old.tokens, yield* rotated.sign(claims)), "bad-signature");
    })
  );
});
