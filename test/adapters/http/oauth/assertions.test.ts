import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as TestClock from "effect/TestClock";
import { SignJWT } from "jose";
import { readKeySet } from "../../../../src/domain/client/authentication/ClientKey.ts";
import { registered } from "../../../support/loginThrough.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import type { AssertionKey } from "../../jose/assertionKey.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import { attempt, claimsFor, jwtBearer, keysOf, newKey, proposal, seconds, signed, withKey } from "./asserting.ts";
import {
  assertTokenError,
  codeForm,
  codeOf,
  member,
  oauthServer,
  postToken,
  refreshForm,
  signedIn,
  tokenProof
} from "./oauthServer.ts";

it.layer(oauthServer)("private_key_jwt", (it) => {
  it.effect("CA-07 accepts an ES256 assertion, with and without client_id", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* withKey;
      assertTokenError(yield* attempt(yield* signed(key, clientId)), 400, "invalid_grant");
      const named = yield* attempt(yield* signed(key, clientId), { client_id: clientId });
      assertTokenError(named, 400, "invalid_grant");
      const typed = yield* attempt(yield* signed(key, clientId, {}, { typ: "client-authentication+jwt" }));
      assertTokenError(typed, 400, "invalid_grant");
      for (const type of ["urn:ietf:params:oauth:client-assertion-type:saml2-bearer", undefined]) {
        const other = yield* attempt(yield* signed(key, clientId), { client_assertion_type: type });
        assertTokenError(other, 401, "invalid_client");
      }
    })
  );

  it.effect("CA-04 refuses two methods in one request", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* withKey;
      const both = yield* attempt(yield* signed(key, clientId), { client_secret: "secret" });
      assertTokenError(both, 400, "invalid_request");
      const header = yield* attempt(yield* signed(key, clientId), {}, { authorization: "Basic YTpi" });
      assertTokenError(header, 400, "invalid_request");
    })
  );

  it.effect("CA-05 accepts no other method from clients registered for this one, and this one from no others", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* withKey;
      const form = { grant_type: "refresh_token", refresh_token: "unknown", client_id: clientId };
      assertTokenError(yield* postToken(form), 401, "invalid_client");
      assertTokenError(yield* postToken({ ...form, client_secret: "secret" }), 401, "invalid_client");
      const { client } = yield* registered({ ...proposal, tokenEndpointAuthMethod: "client_secret_post" });
      assertTokenError(yield* attempt(yield* signed(key, client.clientId)), 401, "invalid_client");
    })
  );

  it.effect("CA-08, CA-09 accepts only ES256 signatures of the client's own key", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* withKey;
      const thief = yield* newKey("one");
      const good = yield* signed(key, clientId);
      const [head = "", body = "", signature = ""] = good.split(".");
      const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`;
      const shared = yield* Effect.flatMap(claimsFor(clientId), (claims) =>
        Effect.promise(() =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: "HS256", kid: "one" })
            .sign(new TextEncoder().encode(JSON.stringify(key.jwk)))
        )
      );
      const tampered = `${head}.${Buffer.from(JSON.stringify(yield* claimsFor(clientId))).toString("base64url")}.${signature}`;
      for (const wrong of [yield* signed(thief, clientId), none, shared, tampered, `${head}.${body}.`, "x", "a.b.c"]) {
        assertTokenError(yield* attempt(wrong), 401, "invalid_client");
      }
      const proof = yield* signed(key, clientId, {}, { typ: "dpop+jwt" });
      assertTokenError(yield* attempt(proof), 401, "invalid_client");
    })
  );

  it.effect("CA-10, CA-11, CA-12, CA-13, CA-14 accepts only recent claims of this client for this issuer", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour");
      const { clientId, key } = yield* withKey;
      const now = yield* seconds;
      const outcome = (claims: Readonly<Record<string, unknown>>) =>
        Effect.flatMap(signed(key, clientId, claims), (assertion) => attempt(assertion));
      const refused: ReadonlyArray<Readonly<Record<string, unknown>>> = [
        { iss: "client_BBBBBBBBBBBBBBBBBBBBBB" },
        { iss: undefined },
        { sub: undefined },
        { aud: `${publicUrl}/oauth/token` },
        { aud: `${publicUrl}/` },
        { aud: [publicUrl, "https://other.example"] },
        { aud: [] },
        { aud: undefined },
        { exp: undefined },
        { exp: now - 1 },
        { exp: now },
        { exp: now + 301 },
        { exp: "soon" },
        { iat: undefined },
        { iat: now - 91 },
        { iat: now + 61 },
        { nbf: now + 61 },
        { jti: undefined },
        { jti: "" },
        { jti: "j".repeat(257) },
        { jti: 7 }
      ];
      for (const claims of refused) {
        const answer = yield* outcome(claims);
        assertTokenError(answer, 401, "invalid_client");
        assert.include(member(answer, "error_description"), "Client assertion refused", JSON.stringify(claims));
      }
      const accepted: ReadonlyArray<Readonly<Record<string, unknown>>> = [
        { aud: [publicUrl] },
        { exp: now + 300 },
        { iat: now - 59 },
        { iat: now + 10 },
        { nbf: now + 10 }
      ];
      for (const claims of accepted) assertTokenError(yield* outcome(claims), 400, "invalid_grant");
    })
  );

  it.effect("CA-10 refuses the assertion of one client for another", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* withKey;
      const { client } = yield* registered({ ...proposal, jwks: keysOf(key) });
      const other = yield* attempt(yield* signed(key, clientId), { client_id: client.clientId });
      assertTokenError(other, 401, "invalid_client");
    })
  );

  it.effect("CA-14 accepts an assertion once, and the same jti from another client", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* withKey;
      const once = yield* signed(key, clientId, { jti: "the same" });
      assertTokenError(yield* attempt(once), 400, "invalid_grant");
      const again = yield* attempt(once);
      assertTokenError(again, 401, "invalid_client");
      assert.include(member(again, "error_description"), "jti was already used");
      const { client } = yield* registered({ ...proposal, jwks: keysOf(key) });
      assertTokenError(yield* attempt(yield* signed(key, client.clientId, { jti: "the same" })), 400, "invalid_grant");
    })
  );

  it.effect("CA-14 accepts one of many concurrent uses of an assertion", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* withKey;
      const assertion = yield* signed(key, clientId);
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => attempt(assertion)),
        { concurrency: 20 }
      );
      assert.strictEqual(answers.filter(({ status }) => status === 400).length, 1);
    })
  );

  it.effect("CA-17 binds an authorization to the key that it started with", () =>
    Effect.gen(function* () {
      const [first, second] = yield* Effect.all([newKey("one"), newKey("two")]);
      const { client } = yield* registered({ ...proposal, jwks: keysOf(first, second) });
      const { clientId } = client;
      const form = { client_assertion_type: jwtBearer, client_id: clientId };
      const code = codeOf(yield* signedIn(clientId, { scope: "atproto" }));
      const redeemed = yield* postToken({
        ...codeForm(clientId, code),
        ...form,
        client_assertion: yield* signed(first, clientId)
      });
      assert.strictEqual(redeemed.status, 200, redeemed.text);
      const refresh = (key: AssertionKey, refreshToken: string) =>
        Effect.flatMap(signed(key, clientId), (client_assertion) =>
          postToken({ ...refreshForm(clientId, refreshToken), ...form, client_assertion })
        );
      const token = member(redeemed, "refresh_token");
      assertTokenError(yield* refresh(second, token), 400, "invalid_grant");
      assert.strictEqual((yield* refresh(first, token)).status, 200);
      assertTokenError(yield* refresh(second, token), 400, "invalid_grant");
    })
  );

  it.effect("CA-17 refuses a key that also signs the DPoP proof", () =>
    Effect.gen(function* () {
      const dpop = yield* Effect.promise(makeDpopKey);
      const { client } = yield* registered({ ...proposal, jwks: Either.getOrThrow(readKeySet({ keys: [dpop.jwk] })) });
      const claims = yield* claimsFor(client.clientId);
      const assertion = yield* Effect.promise(() => dpop.proof(claims, { typ: "JWT", jwk: undefined }));
      const answer = yield* attempt(assertion, {}, { dpop: yield* tokenProof(dpop) });
      assertTokenError(answer, 400, "invalid_request");
    })
  );
});
