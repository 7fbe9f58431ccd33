import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { UpstreamAuthorization } from "../../../src/domain/session/UpstreamAuthorization.ts";
import { json } from "../../support/scriptedServer.ts";
import {
  type Answers,
  confidential,
  html,
  impatient,
  loopback,
  pretender,
  reason,
  redirect,
  resourceMetadata,
  resourcePath,
  serverMetadata,
  serverPath
} from "./pretender.ts";

const discover = (answers: Answers) =>
  Effect.gen(function* () {
    const { url } = yield* pretender(answers);
    const { discover } = yield* UpstreamAuthorization;
    return yield* discover(url);
  });

const metadataWith = (change: (url: string) => object): Answers => ({
  [serverPath]: (response, url) => json(response, { ...serverMetadata(url), ...change(url) })
});
const resourceWith = (change: (url: string) => object): Answers => ({
  [resourcePath]: (response, url) => json(response, { ...resourceMetadata(url), ...change(url) })
});

describe("discovery (CL-03)", () => {
  const refused: ReadonlyArray<readonly [string, Answers, string]> = [
    ["HTML for resource metadata", { [resourcePath]: html }, "metadata-invalid"],
    ["HTML for server metadata", { [serverPath]: html }, "metadata-invalid"],
    [
      "JSON with the content type of HTML",
      {
        [serverPath]: (response, url) =>
          response.writeHead(200, { "content-type": "text/html" }).end(JSON.stringify(serverMetadata(url)))
      },
      "metadata-invalid"
    ],
    ["a redirect", { [resourcePath]: redirect }, "metadata-invalid"],
    ["no metadata", { [resourcePath]: (response) => response.writeHead(404).end() }, "metadata-invalid"],
    [
      "5 MB of metadata",
      { [serverPath]: (response, url) => json(response, { ...serverMetadata(url), more: "x".repeat(5_000_000) }) },
      "metadata-invalid"
    ],
    ["slow headers", { [serverPath]: () => {} }, "timeout"],
    ["a server error", { [serverPath]: (response) => response.writeHead(503).end() }, "server-error"],
    ["too many requests", { [serverPath]: (response) => response.writeHead(429).end() }, "rate-limited"],
    ["another resource", resourceWith(() => ({ resource: "https://pds.example.com" })), "metadata-invalid"],
    ["no authorization server", resourceWith(() => ({ authorization_servers: [] })), "metadata-invalid"],
    ["two authorization servers", resourceWith((url) => ({ authorization_servers: [url, url] })), "metadata-invalid"],
    [
      "an authorization server with a path",
      resourceWith((url) => ({ authorization_servers: [`${url}/`] })),
      "metadata-invalid"
    ],
    [
      "an authorization server at a private address",
      resourceWith(() => ({ authorization_servers: ["https://10.0.0.1"] })),
      "address-refused"
    ],
    [
      "an authorization server over http",
      resourceWith(() => ({ authorization_servers: ["http://example.com"] })),
      "address-refused"
    ],
    ["another issuer", metadataWith(() => ({ issuer: "https://issuer.example.com" })), "metadata-invalid"],
    ["an issuer with a slash", metadataWith((url) => ({ issuer: `${url}/` })), "metadata-invalid"],
    ["no S256", metadataWith(() => ({ code_challenge_methods_supported: ["plain"] })), "metadata-invalid"],
    ["no ES256 for DPoP", metadataWith(() => ({ dpop_signing_alg_values_supported: ["RS256"] })), "metadata-invalid"],
    ["no atproto scope", metadataWith(() => ({ scopes_supported: ["openid"] })), "metadata-invalid"],
    [
      "no iss in its redirects",
      metadataWith(() => ({ authorization_response_iss_parameter_supported: false })),
      "metadata-invalid"
    ],
    [
      "pushed requests that are not required",
      metadataWith(() => ({ require_pushed_authorization_requests: false })),
      "metadata-invalid"
    ],
    [
      "no metadata documents",
      metadataWith(() => ({ client_id_metadata_document_supported: undefined })),
      "metadata-invalid"
    ],
    [
      "no public clients",
      metadataWith(() => ({ token_endpoint_auth_methods_supported: ["private_key_jwt"] })),
      "metadata-invalid"
    ],
    [
      "a script for an endpoint",
      metadataWith(() => ({ authorization_endpoint: "javascript:alert(1)" })),
      "metadata-invalid"
    ],
    [
      "an endpoint at another host",
      metadataWith(() => ({ token_endpoint: "https://elsewhere.example.com/token" })),
      "metadata-invalid"
    ],
    [
      "an endpoint at another port",
      metadataWith(() => ({ authorization_endpoint: "http://localhost:1/authorize" })),
      "metadata-invalid"
    ],
    [
      "user information in an endpoint",
      metadataWith((url) => ({ authorization_endpoint: `${url.replace("//", "//pds@")}/authorize` })),
      "metadata-invalid"
    ],
    [
      "a duplicate member",
      {
        [serverPath]: (response, url) =>
          response
            .writeHead(200, { "content-type": "application/json" })
            .end(JSON.stringify(serverMetadata(url)).replace("{", '{"issuer":"https://issuer.example.com",'))
      },
      "metadata-invalid"
    ],
    ["no endpoint", metadataWith(() => ({ token_endpoint: undefined })), "metadata-invalid"]
  ];
  for (const [name, answers, expected] of refused) {
    it.scopedLive(`fails on ${name}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* reason(discover(answers)), expected);
      }).pipe(Effect.provide(expected === "timeout" ? impatient.loopback : loopback))
    );
  }

  it.scopedLive("fails for a confidential client whose algorithm the server does not support", () =>
    Effect.gen(function* () {
      const unknown = metadataWith(() => ({ token_endpoint_auth_signing_alg_values_supported: ["RS256"] }));
      assert.strictEqual(yield* reason(discover(unknown)), "metadata-invalid");
      assert.isString((yield* discover({})).issuer);
    }).pipe(Effect.provide(confidential))
  );

  it.scopedLive("of a server that the user entered also accepts an authorization server", () =>
    Effect.gen(function* () {
      const { discover, discoverNamed } = yield* UpstreamAuthorization;
      const pds = yield* pretender();
      assert.strictEqual((yield* discoverNamed(pds.url)).issuer, pds.url);
      const issuer = yield* pretender({ [resourcePath]: (response) => response.writeHead(404).end() });
      assert.strictEqual((yield* discoverNamed(issuer.url)).issuer, issuer.url);
      assert.strictEqual(yield* reason(discover(issuer.url)), "metadata-invalid");
      const neither = yield* pretender({ [resourcePath]: html, [serverPath]: html });
      assert.strictEqual(yield* reason(discoverNamed(neither.url)), "metadata-invalid");
      assert.strictEqual(yield* reason(discoverNamed("http://localhost:1/path")), "metadata-invalid");
    }).pipe(Effect.provide(loopback))
  );

  it.scopedLive("sends no request to an invalid origin, and reports a closed port as unreachable", () =>
    Effect.gen(function* () {
      const { discover } = yield* UpstreamAuthorization;
      for (const pds of ["http://localhost:1/path", "https://pds.example.com/", "no address"]) {
        assert.strictEqual(yield* reason(discover(pds)), "metadata-invalid");
      }
      const { url } = yield* Effect.scoped(pretender());
      assert.strictEqual(yield* reason(discover(url)), "unreachable");
    }).pipe(Effect.provide(loopback))
  );
});
