import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import type { ClientTerms } from "../../../../src/application/clients/ClientPolicy.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { makeAssertionKey } from "../../jose/assertionKey.ts";
import { ask, assertTokenError, oauthServer, oauthServerWith } from "./oauthServer.ts";
import { asClient, assertRefused, bodyOf, managed, post, redirectUri, registeredWith, text } from "./registering.ts";

it.layer(oauthServer)("/oauth/register", (it) => {
  it.effect("RG-01, RG-05 returns everything that was registered, and a secret that works", () =>
    Effect.gen(function* () {
      const answer = yield* post({
        client_name: "My App",
        redirect_uris: [redirectUri, "http://127.0.0.1/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        scope: "atproto",
        token_endpoint_auth_method: "client_secret_basic"
      });
      assert.strictEqual(answer.status, 201);
      assert.deepStrictEqual([answer.header("cache-control"), answer.header("pragma")], ["no-store", "no-cache"]);
      const { client_id, client_id_issued_at, client_secret, registration_access_token, ...rest } = bodyOf(answer);
      assert.isTrue(Number.isSafeInteger(client_id_issued_at));
      assert.match(text(client_id), /^client_[A-Za-z0-9_-]{22}$/);
      assert.match(text(client_secret), /^[A-Za-z0-9_-]{43}$/);
      assert.match(text(registration_access_token), /^registration_[A-Za-z0-9_-]{43}$/);
      assert.deepStrictEqual(rest, {
        client_secret_expires_at: 0,
        registration_client_uri: `${publicUrl}/oauth/register/${client_id}`,
        client_name: "My App",
        redirect_uris: [redirectUri, "http://127.0.0.1/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        scope: "atproto",
        token_endpoint_auth_method: "client_secret_basic",
        dpop_bound_access_tokens: false,
        require_pushed_authorization_requests: false
      });
      assert.strictEqual((yield* asClient(client_id, client_secret)).status, 400);
      assert.strictEqual((yield* asClient(client_id, `${client_secret}x`)).status, 401);
    })
  );

  it.effect("RG-04 fills in the defaults of RFC 7591, and ignores unknown members", () =>
    Effect.gen(function* () {
      const registered = yield* registeredWith({ software_statement: "a.b.c", logo_uri: 7, nonsense: {}, scope: null });
      assert.deepInclude(registered, {
        client_name: "client.example",
        token_endpoint_auth_method: "client_secret_basic",
        grant_types: ["authorization_code"],
        response_types: ["code"],
        scope: "atproto transition:generic"
      });
      for (const member of ["software_statement", "logo_uri", "nonsense"]) assert.notProperty(registered, member);
    })
  );

  it.effect("registers public clients without a secret, and clients with keys", () =>
    Effect.gen(function* () {
      const open = yield* registeredWith({ token_endpoint_auth_method: "none" });
      assert.isTrue(open.dpop_bound_access_tokens);
      for (const member of ["client_secret", "client_secret_expires_at"]) assert.notProperty(open, member);
      const { jwk } = yield* Effect.promise(() => makeAssertionKey("one"));
      const keyed = yield* registeredWith({ token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [jwk] } });
      assert.deepInclude(keyed, { token_endpoint_auth_signing_alg: "ES256" });
      assert.deepEqual(keyed.jwks, { keys: [jwk] });
      assert.notProperty(keyed, "client_secret");
      const jwks_uri = "https://client.example/jwks.json";
      const published = yield* registeredWith({ token_endpoint_auth_method: "private_key_jwt", jwks_uri });
      assert.strictEqual(published.jwks_uri, jwks_uri);
    })
  );

  it.effect("TE-04, TE-05 issues no refresh token to a client that is not registered for it, and accepts none", () =>
    Effect.gen(function* () {
      const { client_id, client_secret } = yield* registeredWith();
      const refused = yield* asClient(client_id, client_secret);
      assertTokenError(refused, 400, "unauthorized_client");
    })
  );

  it.effect("RG-02, RU-08, RU-09 refuses invalid redirect URIs", () =>
    Effect.gen(function* () {
      for (const uris of [
        undefined,
        null,
        [],
        "https://client.example/",
        [7],
        ["http://client.example/"],
        ["https://client.example/#fragment"],
        ["https://user@client.example/"],
        ["/callback"],
        ["javascript:alert(1)"],
        ["data:text/html,x"],
        ["file:///etc/passwd"],
        ["blob:https://client.example/x"],
        ["myapp:/callback"],
        ["com.example.app://callback"],
        [redirectUri, "http://evil.example/"]
      ]) {
        assertRefused(yield* post({ redirect_uris: uris }), "invalid_redirect_uri");
      }
    })
  );

  it.effect("RG-03 refuses metadata that it does not support, and replaces none of it", () =>
    Effect.gen(function* () {
      const { jwk } = yield* Effect.promise(() => makeAssertionKey("one"));
      const jwks = { keys: [jwk] };
      const key = { token_endpoint_auth_method: "private_key_jwt" };
      const jwks_uri = "https://client.example/jwks.json";
      const cases: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
        ["token_endpoint_auth_method", { token_endpoint_auth_method: "client_secret_jwt" }],
        ["token_endpoint_auth_method", { token_endpoint_auth_method: 7 }],
        ["token_endpoint_auth_signing_alg", { token_endpoint_auth_signing_alg: "RS256" }],
        ["grant_types", { grant_types: ["implicit"] }],
        ["grant_types", { grant_types: ["refresh_token"] }],
        ["grant_types", { grant_types: [] }],
        ["response_types", { response_types: ["token"] }],
        ["response_types", { response_types: ["code", "code id_token"] }],
        ["response_types", { response_types: [] }],
        ["scope", { scope: "atproto email" }],
        ["scope", { scope: "transition:generic" }],
        ["scope", { scope: ["atproto"] }],
        ["client_name", { client_name: "" }],
        ["client_name", { client_name: "x".repeat(101) }],
        ["client_name", { client_name: "a\u202eb" }],
        ["client_name", { client_name: {} }],
        ["application_type", { application_type: "toaster" }],
        ["jwks", { ...key, jwks, jwks_uri }],
        ["jwks", { ...key }],
        ["jwks", { ...key, jwks: { keys: [] } }],
        ["jwks", { ...key, jwks: { keys: [{ ...jwk, d: "c2VjcmV0" }] } }],
        ["jwks", { ...key, jwks: { keys: [{ kty: "oct", k: "c2VjcmV0" }] } }],
        ["jwks", { ...key, jwks: [jwk] }],
        ["jwks_uri", { ...key, jwks_uri: "http://client.example/jwks.json" }],
        ["jwks_uri", { ...key, jwks_uri: "https://user:password@client.example/jwks.json" }],
        ["jwks_uri", { ...key, jwks_uri: "file:///etc/passwd" }],
        ["dpop_bound_access_tokens", { token_endpoint_auth_method: "none", dpop_bound_access_tokens: false }],
        ["dpop_bound_access_tokens", { dpop_bound_access_tokens: "yes" }]
      ];
      for (const [member, metadata] of cases) {
        const answer = yield* post({ redirect_uris: [redirectUri], ...metadata });
        assertRefused(answer, "invalid_client_metadata", member);
        assert.notInclude(answer.text, "c2VjcmV0");
        assert.notInclude(answer.text, "password@");
      }
    })
  );

  it.effect("reports all faults together", () =>
    Effect.gen(function* () {
      const wrong = {
        redirect_uris: ["http://evil.example/"],
        client_name: " ",
        grant_types: ["password"],
        scope: "x"
      };
      const answer = yield* post(wrong);
      const { faults } = bodyOf(answer);
      const members = Array.isArray(faults) ? faults.map(({ member }: { readonly member: string }) => member) : [];
      assert.deepStrictEqual(members.sort(), ["client_name", "grant_types", "redirect_uris", "scope"]);
    })
  );

  it.effect("RG-06 refuses anything that is not a JSON object, or too large", () =>
    Effect.gen(function* () {
      for (const body of ["{", "[]", "null", '"text"', ""]) assertRefused(yield* post(body), "invalid_client_metadata");
      const twice = `{"redirect_uris":["https://other.example/"],"redirect_uris":["${redirectUri}"]}`;
      assertRefused(yield* post(twice), "invalid_client_metadata");
      const form = yield* post("redirect_uris=x", { "content-type": "application/x-www-form-urlencoded" });
      assertRefused(form, "invalid_client_metadata");
      const most = 8192;
      const padded = (bytes: number) => {
        const empty = JSON.stringify({ redirect_uris: [redirectUri], padding: "" });
        return post({ redirect_uris: [redirectUri], padding: "x".repeat(bytes - empty.length) });
      };
      assert.strictEqual((yield* padded(most)).status, 201);
      const large = yield* padded(most + 1);
      assert.strictEqual(large.status, 413);
      assert.deepInclude(bodyOf(large), {
        error: "invalid_client_metadata",
        error_description: "The metadata must have at most 8192 bytes."
      });
      const { client_id, ...registration } = yield* registeredWith();
      const replaced = yield* managed({ client_id, ...registration }, "PUT", {
        client_id,
        redirect_uris: [redirectUri],
        padding: "x".repeat(most)
      });
      assert.strictEqual(replaced.status, 413);
      assert.strictEqual((yield* ask("/oauth/register")).header("allow"), "POST, OPTIONS");
    })
  );

  it.effect("CO-01 can be used by scripts of every origin", () =>
    Effect.gen(function* () {
      const headers = { origin: "https://client.example", "access-control-request-method": "PUT" };
      const open = yield* ask("/oauth/register", { method: "OPTIONS", headers });
      const own = yield* ask("/oauth/register/client_AAAAAAAAAAAAAAAAAAAAAA", { method: "OPTIONS", headers });
      assert.deepStrictEqual([open.status, own.status], [204, 204]);
      assert.strictEqual(own.header("access-control-allow-methods"), "GET, PUT, DELETE");
      assert.isNull(own.header("access-control-allow-credentials"));
    })
  );
});

const policy = (terms: Partial<ClientTerms>) =>
  oauthServerWith({ clientPolicy: { registration: "open", registrationToken: null, development: false, ...terms } });

it.effect("RG-06 requires the initial access token, if one is configured", () =>
  Effect.gen(function* () {
    for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: "Basic YTpi" }]) {
      const refused = yield* post({ redirect_uris: [redirectUri] }, headers);
      assert.strictEqual(refused.status, 401);
      assert.isNotNull(refused.header("www-authenticate"));
    }
    const accepted = yield* post({ redirect_uris: [redirectUri] }, { authorization: "Bearer initial-access-token" });
    assert.strictEqual(accepted.status, 201);
  }).pipe(Effect.provide(policy({ registrationToken: Redacted.make("initial-access-token") })))
);

it.effect(
  "MD-04 does not register or advertise it when registration is closed, and still lets clients delete theirs",
  () =>
    Effect.gen(function* () {
      const closed = yield* post({ redirect_uris: [redirectUri] });
      assert.deepStrictEqual([closed.status, bodyOf(closed)], [404, { error: "not_found" }]);
      assert.notInclude((yield* ask("/.well-known/oauth-authorization-server")).text, "registration_endpoint");
      assert.strictEqual((yield* ask("/oauth/register/client_AAAAAAAAAAAAAAAAAAAAAA")).status, 401);
    }).pipe(Effect.provide(policy({ registration: "closed" })))
);
