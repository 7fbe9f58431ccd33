import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { healthRoutes } from "../../../../src/adapters/http/server/routing/healthRoutes.ts";
import * as AddressHashesMemory from "../../../../src/adapters/memory/stores/AddressHashesMemory.ts";
import { EventLog, EventLogUnavailable } from "../../../../src/domain/event/EventLog.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { send } from "../send.ts";
import { ask, assertTokenError, oauthServer, postToken } from "./oauthServer.ts";

const documents = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
  "/.well-known/jwks.json",
  "/oauth/jwks.json",
  "/oauth/oauth-client-metadata.json",
  "/oauth-client-metadata.json"
];

const read = (path: string) => Effect.map(ask(path), (answer) => JSON.parse(answer.text));

const pathOf = (address: string): string => address.slice(publicUrl.length);

it.layer(oauthServer)("metadata", (it) => {
  it.effect("MD-01 serves every document to every origin, by GET and HEAD, with a short cache lifetime", () =>
    Effect.gen(function* () {
      for (const path of documents) {
        const answer = yield* ask(path, { headers: { origin: "https://client.example" } });
        assert.strictEqual(answer.status, 200);
        assert.strictEqual(answer.header("content-type"), "application/json");
        assert.strictEqual(answer.header("cache-control"), "public, max-age=300");
        assert.strictEqual(answer.header("access-control-allow-origin"), "*");
        const head = yield* ask(path, { method: "HEAD" });
        assert.deepStrictEqual([head.status, head.text], [200, ""]);
        assert.strictEqual((yield* ask(path, { method: "POST" })).header("allow"), "GET, HEAD, OPTIONS");
      }
    })
  );

  it.effect("MD-02, MD-06 names the public URL as issuer and resource", () =>
    Effect.gen(function* () {
      const server = yield* read("/.well-known/oauth-authorization-server");
      const resource = yield* read("/.well-known/oauth-protected-resource");
      assert.strictEqual(server.issuer, publicUrl);
      assert.strictEqual(resource.resource, publicUrl);
      assert.deepStrictEqual(resource.authorization_servers, [publicUrl]);
      assert.isTrue(server.authorization_response_iss_parameter_supported);
      assert.deepStrictEqual(server.code_challenge_methods_supported, ["S256"]);
      assert.deepStrictEqual(server.dpop_signing_alg_values_supported, ["ES256"]);
    })
  );

  it.effect("MD-04 names endpoints that respond, and nothing that is empty", () =>
    Effect.gen(function* () {
      const server = yield* read("/.well-known/oauth-authorization-server");
      assert.strictEqual((yield* ask(pathOf(server.authorization_endpoint))).status, 400);
      assert.strictEqual((yield* ask(pathOf(server.token_endpoint))).status, 405);
      assert.strictEqual((yield* ask(pathOf(server.jwks_uri))).status, 200);
      for (const name of ["pushed_authorization_request", "registration", "revocation", "introspection"]) {
        assert.strictEqual((yield* ask(pathOf(server[`${name}_endpoint`]))).status, 405, name);
      }
      assert.notInclude(server.introspection_endpoint_auth_methods_supported, "none");
      for (const [name, value] of Object.entries(server)) {
        assert.notDeepEqual(value, [], `${name} is empty`);
      }
    })
  );

  it.effect("MD-04 names the grants that work, and refuses every other", () =>
    Effect.gen(function* () {
      const { grant_types_supported } = yield* read("/.well-known/oauth-authorization-server");
      const all = [
        "authorization_code",
        "refresh_token",
        "client_credentials",
        "password",
        "implicit",
        "urn:ietf:params:oauth:grant-type:token-exchange"
      ];
      for (const grant_type of all) {
        const expected = grant_types_supported.includes(grant_type) ? "invalid_request" : "unsupported_grant_type";
        assertTokenError(yield* postToken({ grant_type }), 400, expected);
      }
      assert.deepStrictEqual(grant_types_supported, ["authorization_code", "refresh_token"]);
    })
  );

  it.effect("MD-05 publishes keys without a private member, the same at both URLs", () =>
    Effect.gen(function* () {
      const { keys } = yield* read("/.well-known/jwks.json");
      assert.deepStrictEqual({ keys }, yield* read("/oauth/jwks.json"));
      assert.isNotEmpty(keys);
      for (const key of keys) assert.notProperty(key, "d");
      assert.strictEqual(new Set(keys.map(({ kid }: { readonly kid: string }) => kid)).size, keys.length);
    })
  );

  it.effect("reports that it is alive and ready, and serves the landing page", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read("/health"), { status: "ok" });
      assert.propertyVal(yield* read("/ready"), "status", "ready");
      const home = yield* ask("/", { headers: { accept: "text/html" } });
      assert.strictEqual(home.status, 200);
      for (const link of ["/settings", "/graphiql", "/schema.graphql"]) assert.include(home.text, `href="${link}"`);
      assert.notInclude(home.text, "<script");
      assert.include(home.header("content-security-policy"), "frame-ancestors 'none'");
    })
  );
});

it.effect("reports that it is not ready while the log cannot be reached, and continues to run", () =>
  Effect.gen(function* () {
    const read = (path: string) => Effect.flatMap(HttpServerNode.HttpServerNode, ({ port }) => send(port, path));
    const [ready, health] = [yield* read("/ready"), yield* read("/health")];
    assert.deepStrictEqual([ready.status, ready.header("retry-after"), health.status], [503, "1", 200]);
    assert.notInclude(ready.text, "select");
  }).pipe(
    Effect.provide(
      HttpServerNode.layer({ host: "127.0.0.1", port: 0, publicUrl, trustedProxies: 0, routes: healthRoutes }).pipe(
        Layer.provide(AddressHashesMemory.layer),
        Layer.provide(
          Layer.mock(EventLog, {
            head: Effect.fail(new EventLogUnavailable({ operation: "head", reason: "unreachable", cause: "select 1" }))
          })
        )
      )
    )
  )
);
