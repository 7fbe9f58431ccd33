import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import type { ClientTerms } from "../../../../src/application/clients/ClientPolicy.ts";
import { ClientRegistry } from "../../../../src/domain/client/registry/ClientRegistry.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { registered as byOperator } from "../../../support/loginThrough.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { makeAssertionKey } from "../../jose/assertionKey.ts";
import type { Answer } from "../send.ts";
import { ask, assertTokenError, basic, oauthServer, oauthServerWith, postToken } from "./oauthServer.ts";

const redirectUri = "https://client.example/callback";

const post = (body: unknown, headers: Record<string, string> = {}) =>
  ask("/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body)
  });

const bodyOf = (answer: Answer): Record<string, unknown> => {
  const read: unknown = JSON.parse(answer.text);
  return typeof read === "object" && read !== null ? { ...read } : assert.fail(answer.text);
};

const text = (value: unknown): string => (typeof value === "string" ? value : assert.fail(`${value} is no text`));

/** A registration that is refused: its status, its code, and the members that are wrong. */
const assertRefused = (answer: Answer, error: string, ...members: ReadonlyArray<string>): void => {
  const body = bodyOf(answer);
  assert.deepStrictEqual([answer.status, body.error], [400, error], answer.text);
  assert.strictEqual(answer.header("cache-control"), "no-store");
  assert.strictEqual(answer.header("access-control-allow-origin"), "*");
  assert.match(text(body.error_description), /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  if (members.length === 0) return;
  const faults = Array.isArray(body.faults) ? body.faults : assert.fail(answer.text);
  assert.deepStrictEqual(
    faults.map(({ member }: { readonly member: string }) => member),
    members
  );
};

const managed = (
  registered: Record<string, unknown>,
  method: "GET" | "PUT" | "DELETE",
  body: unknown = null,
  token: unknown = registered.registration_access_token
) =>
  ask(text(registered.registration_client_uri).slice(publicUrl.length), {
    method,
    headers: {
      authorization: `Bearer ${text(token)}`,
      ...(body !== null && { "content-type": "application/json" })
    },
    ...(body !== null && { body: JSON.stringify(body) })
  });

const registeredWith = (metadata: Record<string, unknown> = {}) =>
  Effect.map(post({ redirect_uris: [redirectUri], ...metadata }), (answer) => {
    assert.strictEqual(answer.status, 201, answer.text);
    return bodyOf(answer);
  });

const asClient = (clientId: unknown, secret: unknown) =>
  postToken(
    { grant_type: "refresh_token", refresh_token: "unknown" },
    { authorization: basic(text(clientId), text(secret)) }
  );

it.layer(oauthServer)("/oauth/register", (it) => {
  it.effect("RG-01, RG-05 answers everything that was registered, and the secret that then works", () =>
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

  it.effect("RG-04 fills in the defaults of RFC 7591, and ignores what nobody knows", () =>
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

  it.effect("TE-04, TE-05 gives no refresh token to who is not registered for it, and takes none", () =>
    Effect.gen(function* () {
      const { client_id, client_secret } = yield* registeredWith();
      const refused = yield* asClient(client_id, client_secret);
      assertTokenError(refused, 400, "unauthorized_client");
    })
  );

  it.effect("RG-02, RU-08, RU-09 refuses redirect URIs that are none", () =>
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

  it.effect("RG-03 refuses metadata that it cannot keep to, and replaces none of it", () =>
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

  it.effect("tells everything that is wrong at once", () =>
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

  it.effect("RG-06 refuses what is no JSON object, and what is too large", () =>
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

  it.effect("CO-01 may be used by scripts of every origin", () =>
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

it.layer(oauthServer)("/oauth/register/:client_id", (it) => {
  it.effect("RG-07 shows, replaces and removes a registration, by its own token only", () =>
    Effect.gen(function* () {
      const registered = yield* registeredWith({ client_name: "Before" });
      const other = yield* registeredWith();
      const seen = yield* managed(registered, "GET");
      assert.deepStrictEqual([seen.status, seen.header("cache-control")], [200, "no-store"]);
      const { client_secret: _, ...withoutSecret } = registered;
      assert.deepStrictEqual(bodyOf(seen), withoutSecret);

      for (const token of [other.registration_access_token, "wrong", registered.client_secret]) {
        for (const method of ["GET", "PUT", "DELETE"] as const) {
          const refused = yield* managed(registered, method, { redirect_uris: [redirectUri] }, token);
          assert.strictEqual(refused.status, 401);
          assert.include(refused.header("www-authenticate"), 'error="invalid_token"');
        }
      }
      const path = `/oauth/register/${registered.client_id}`;
      assert.deepStrictEqual([(yield* ask(path)).status, (yield* ask(`${path}x`)).status], [401, 401]);

      const change = { client_id: registered.client_id, redirect_uris: [redirectUri], client_name: "After" };
      const replaced = yield* managed(registered, "PUT", change);
      assert.strictEqual(replaced.status, 200, replaced.text);
      const now = bodyOf(replaced);
      assert.deepInclude(now, { client_name: "After", grant_types: ["authorization_code"] });
      assert.notStrictEqual(now.registration_access_token, registered.registration_access_token);
      assert.strictEqual((yield* managed(registered, "GET")).status, 401);
      assert.strictEqual((yield* asClient(registered.client_id, registered.client_secret)).status, 400);

      const removed = yield* managed(now, "DELETE");
      assert.deepStrictEqual([removed.status, removed.text], [204, ""]);
      for (const method of ["GET", "DELETE"] as const) assert.strictEqual((yield* managed(now, method)).status, 401);
      assert.strictEqual((yield* asClient(registered.client_id, registered.client_secret)).status, 401);
    })
  );

  it.effect("refuses a replacement of what cannot be replaced, and then keeps all as it was", () =>
    Effect.gen(function* () {
      const registered = yield* registeredWith();
      const good = { client_id: registered.client_id, redirect_uris: [redirectUri] };
      const cases: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
        ["client_id", { client_id: "client_AAAAAAAAAAAAAAAAAAAAAA" }],
        ["client_id", { client_id: undefined }],
        ["client_secret", { client_secret: "chosen" }],
        ["token_endpoint_auth_method", { token_endpoint_auth_method: "none" }],
        ["registration_access_token", { registration_access_token: "chosen" }],
        ["client_secret_expires_at", { client_secret_expires_at: 1 }],
        ["scope", { scope: "nonsense" }]
      ];
      for (const [member, change] of cases) {
        const answer = yield* managed(registered, "PUT", { ...good, ...change });
        assertRefused(answer, "invalid_client_metadata", member);
      }
      assertRefused(yield* managed(registered, "PUT", { ...good, redirect_uris: [] }), "invalid_redirect_uri");
      const same = yield* managed(registered, "PUT", { ...good, client_secret: registered.client_secret });
      assert.strictEqual(same.status, 200, same.text);
    })
  );

  it.effect("lets one of many simultaneous replacements by one token through", () =>
    Effect.gen(function* () {
      const registered = yield* registeredWith();
      const change = { client_id: registered.client_id, redirect_uris: [redirectUri] };
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, (_, index) => managed(registered, "PUT", { ...change, client_name: `${index}` })),
        { concurrency: 10 }
      );
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [
        200,
        ...Array.from({ length: 9 }, () => 401)
      ]);
    })
  );

  it.effect("does not let anybody manage a client that others registered", () =>
    Effect.gen(function* () {
      const registry = yield* ClientRegistry;
      const { client } = yield* byOperator();
      for (const token of ["", "x", "null"]) {
        const answer = yield* ask(`/oauth/register/${client.clientId}`, {
          method: "DELETE",
          headers: { authorization: `Bearer ${token}` }
        });
        assert.strictEqual(answer.status, 401);
      }
      assert.isTrue((yield* registry.get(client.clientId))._tag === "Some");
    })
  );

  it.effect("writes down who did it and from where, and no secret", () =>
    Effect.gen(function* () {
      const registered = yield* registeredWith();
      const change = { client_id: registered.client_id, redirect_uris: [redirectUri] };
      const now = bodyOf(yield* managed(registered, "PUT", change));
      yield* managed(now, "DELETE");
      const log = yield* EventLog;
      const events = (yield* log.read(0, 10_000)).filter(({ clientId }) => clientId === registered.client_id);
      assert.deepStrictEqual(
        events.map(({ actor, data, type }) => [type, actor.type, actor.id, data.address]),
        ["ClientRegistered.v2", "ClientUpdated.v2", "ClientDeleted.v1"].map((type) => [
          type,
          "client",
          registered.client_id,
          "127.0.0.1"
        ])
      );
      const written = JSON.stringify(events);
      for (const secret of [
        registered.client_secret,
        registered.registration_access_token,
        now.registration_access_token
      ]) {
        assert.notInclude(written, text(secret));
      }
    })
  );
});

const policy = (terms: Partial<ClientTerms>) =>
  oauthServerWith({ clientPolicy: { registration: "open", registrationToken: null, development: false, ...terms } });

it.effect("RG-06 registers only who has the initial access token, where there is one", () =>
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

it.effect("MD-04 neither registers nor says so when that is closed, and still lets clients end theirs", () =>
  Effect.gen(function* () {
    const closed = yield* post({ redirect_uris: [redirectUri] });
    assert.deepStrictEqual([closed.status, bodyOf(closed)], [404, { error: "not_found" }]);
    assert.notInclude((yield* ask("/.well-known/oauth-authorization-server")).text, "registration_endpoint");
    assert.strictEqual((yield* ask("/oauth/register/client_AAAAAAAAAAAAAAAAAAAAAA")).status, 401);
  }).pipe(Effect.provide(policy({ registration: "closed" })))
);
