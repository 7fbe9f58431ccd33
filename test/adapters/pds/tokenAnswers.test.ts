import type { ServerResponse } from "node:http";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { decodeJwt } from "jose";
import { readResponse } from "../../../src/adapters/http/browser/readCallback.ts";
import { UpstreamAuthorization } from "../../../src/domain/session/UpstreamAuthorization.ts";
import { json, type ScriptedServer } from "../../support/scriptedServer.ts";
import {
  confidential,
  html,
  impatient,
  loopback,
  pretender,
  reason,
  redirect,
  serverMetadata,
  serverPath,
  tokens
} from "./pretender.ts";

/** Logs in at a pretender, up to and with the exchange of a code. */
const exchange = (server: ScriptedServer) =>
  Effect.gen(function* () {
    const { discover, exchangeCode, generateKey, pushRequest, scope } = yield* UpstreamAuthorization;
    const found = yield* discover(server.url);
    const request = {
      server: found,
      key: yield* generateKey,
      state: "state",
      codeVerifier: Redacted.make("v".repeat(43))
    };
    const location = yield* pushRequest({ ...request, scope, loginHint: null });
    assert.strictEqual(location.origin, server.url);
    const parameters = readResponse(new URLSearchParams({ code: "code", state: "state", iss: found.issuer }));
    return yield* exchangeCode({ ...request, parameters, code: Redacted.make("code") });
  });

describe("the response of a token endpoint (CL-06)", () => {
  const bad: ReadonlyArray<readonly [string, (response: ServerResponse) => void, string]> = [
    ["of type Bearer", (response) => json(response, { ...tokens, token_type: "Bearer" }), "malformed"],
    ["without a type", (response) => json(response, { ...tokens, token_type: undefined }), "malformed"],
    ["without a subject", (response) => json(response, { ...tokens, sub: undefined }), "malformed"],
    ["with a subject that is not a DID", (response) => json(response, { ...tokens, sub: "alice" }), "malformed"],
    ["without a scope", (response) => json(response, { ...tokens, scope: undefined }), "malformed"],
    ["without atproto", (response) => json(response, { ...tokens, scope: "transition:generic" }), "malformed"],
    ["with an unlimited lifetime", (response) => json(response, { ...tokens, expires_in: 1e300 }), "malformed"],
    ["with a negative lifetime", (response) => json(response, { ...tokens, expires_in: -1 }), "malformed"],
    ["with a lifetime that is a string", (response) => json(response, { ...tokens, expires_in: "3600" }), "malformed"],
    [
      "whose scope is too long for the log",
      (response) => json(response, { ...tokens, scope: `atproto ${"x".repeat(5_000)}` }),
      "malformed"
    ],
    ["whose scope is invalid", (response) => json(response, { ...tokens, scope: "atproto \n" }), "malformed"],
    [
      "whose token contains a line break",
      (response) => json(response, { ...tokens, access_token: "a\r\nx: y" }),
      "malformed"
    ],
    [
      "with a duplicate member",
      (response) =>
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify(tokens).replace("{", '{"sub":"did:plc:aaaaaaaaaaaaaaaaaaaaaaaa",')),
      "malformed"
    ],
    ["without a token", (response) => json(response, { ...tokens, access_token: "" }), "malformed"],
    ["that is HTML", html, "malformed"],
    ["that is a list", (response) => json(response, [tokens]), "malformed"],
    ["that is a redirect", redirect, "malformed"],
    ["that is truncated", (response) => response.socket?.destroy(), "unreachable"],
    ["that is late", () => {}, "timeout"],
    [
      "that is 502 with HTML",
      (response) => response.writeHead(502, { "content-type": "text/html" }).end("<html>"),
      "server-error"
    ],
    [
      "that is 403 with HTML",
      (response) => response.writeHead(403, { "content-type": "text/html" }).end("<html>"),
      "malformed"
    ],
    ["that limits the rate", (response) => json(response, { error: "slow_down" }, 429), "rate-limited"],
    ["that refuses the grant", (response) => json(response, { error: "invalid_grant" }, 400), "invalid-grant"],
    [
      "that refuses the client",
      (response) => json(response, { error: "invalid_client" }, 401, { "www-authenticate": "Basic" }),
      "client-refused"
    ],
    ["that refuses the proof", (response) => json(response, { error: "invalid_dpop_proof" }, 400), "client-refused"],
    [
      "that refuses the request",
      (response) => json(response, { error: "invalid_request", error_description: "secret" }, 400),
      "refused"
    ]
  ];
  for (const [name, answer, expected] of bad) {
    it.scopedLive(`${name} fails the login`, () =>
      Effect.gen(function* () {
        const server = yield* pretender({ "/token": answer });
        const failure = yield* Effect.flip(exchange(server));
        assert.strictEqual(failure.reason, expected);
        assert.notInclude(JSON.stringify(failure), "secret");
      }).pipe(Effect.provide(expected === "timeout" ? impatient.loopback : loopback))
    );
  }

  it.scopedLive("may omit the refresh token and the lifetime", () =>
    Effect.gen(function* () {
      const { access_token, scope, sub } = tokens;
      const answer = { access_token, scope, sub, token_type: "dpop" };
      const server = yield* pretender({ "/token": (response) => json(response, answer) });
      const read = yield* exchange(server);
      assert.isNull(read.refreshToken);
      assert.closeTo(read.expiresAt, Date.now() + 300_000, 5_000);
    }).pipe(Effect.provide(loopback))
  );

  it.scopedLive("adds only known codes to the failure, whatever error the server sends", () =>
    Effect.gen(function* () {
      const server = yield* pretender({ "/token": (response) => json(response, { error: "x".repeat(65) }, 400) });
      assert.deepInclude({ ...(yield* Effect.flip(exchange(server))) }, { reason: "malformed", error: null });
    }).pipe(Effect.provide(loopback))
  );
});

describe("the response to a pushed request", () => {
  const odd: ReadonlyArray<readonly [string, unknown]> = [
    ["a URL as the request_uri", { request_uri: "https://evil.example.com/request", expires_in: 60 }],
    ["a script as the request_uri", { request_uri: "javascript:alert(1)", expires_in: 60 }],
    ["no request_uri", { expires_in: 60 }],
    ["an endless request_uri", { request_uri: `urn:${"x".repeat(2_000)}`, expires_in: 60 }],
    ["an expired request_uri", { request_uri: "urn:1", expires_in: 0 }],
    ["a request_uri that never expires", { request_uri: "urn:1", expires_in: 1e300 }]
  ];
  for (const [name, answer] of odd) {
    it.scopedLive(`with ${name} is refused`, () =>
      Effect.gen(function* () {
        const server = yield* pretender({ "/par": (response) => json(response, answer, 201) });
        assert.strictEqual(yield* reason(exchange(server)), "malformed");
      }).pipe(Effect.provide(loopback))
    );
  }
});

describe("DPoP nonces (CL-08, CL-09)", () => {
  const posts = (server: ScriptedServer, path: string) => server.requests.filter((request) => request.path === path);
  const proofOf = (request: ScriptedServer["requests"][number]) => decodeJwt(String(request.headers.dpop));
  const challenge = (nonce: string) => (response: ServerResponse) =>
    json(response, { error: "use_dpop_nonce" }, 400, { "dpop-nonce": nonce });

  it.scopedLive("are sent in up to two attempts: a server that always challenges fails the request", () =>
    Effect.gen(function* () {
      const server = yield* pretender({ "/par": challenge("again") });
      const failure = yield* Effect.flip(exchange(server));
      assert.deepInclude({ ...failure }, { reason: "client-refused", error: "use_dpop_nonce" });
      const [first, second, ...more] = posts(server, "/par").map(proofOf);
      assert.lengthOf(more, 0);
      assert.isUndefined(first?.nonce);
      assert.strictEqual(second?.nonce, "again");
      assert.notStrictEqual(first?.jti, second?.jti);
    }).pipe(Effect.provide(loopback))
  );

  it.scopedLive("are sent with a new assertion, as it may be used only once", () =>
    Effect.gen(function* () {
      const server = yield* pretender({ "/par": challenge("again") });
      yield* Effect.flip(exchange(server));
      const assertions = posts(server, "/par").map(({ body }) =>
        decodeJwt(new URLSearchParams(body).get("client_assertion") ?? "")
      );
      assert.lengthOf(assertions, 2);
      assert.notStrictEqual(assertions[0]?.jti, assertions[1]?.jti);
      for (const { aud, exp, iat, iss, nbf, sub } of assertions) {
        assert.strictEqual(aud, server.url);
        assert.isAtMost((exp ?? 0) - (iat ?? 0), 60);
        assert.strictEqual(iss, sub);
        assert.isUndefined(nbf);
      }
    }).pipe(Effect.provide(confidential))
  );

  it.scopedLive("are stored from every response, including successful ones", () =>
    Effect.gen(function* () {
      const server = yield* pretender({
        "/par": (response) => json(response, { request_uri: "urn:1", expires_in: 60 }, 201, { "dpop-nonce": "next" })
      });
      yield* exchange(server);
      assert.deepStrictEqual(
        posts(server, "/token").map((request) => proofOf(request).nonce),
        ["next"]
      );
    }).pipe(Effect.provide(loopback))
  );

  it.scopedLive("are not retried when the challenge has none", () =>
    Effect.gen(function* () {
      const server = yield* pretender({ "/par": (response) => json(response, { error: "use_dpop_nonce" }, 400) });
      assert.strictEqual(yield* reason(exchange(server)), "client-refused");
      assert.lengthOf(posts(server, "/par"), 1);
    }).pipe(Effect.provide(loopback))
  );
});

describe("revocation", () => {
  it.scopedLive("sends no request to a server without such an endpoint", () =>
    Effect.gen(function* () {
      const server = yield* pretender({
        [serverPath]: (response, url) => json(response, { ...serverMetadata(url), revocation_endpoint: undefined })
      });
      const { discover, generateKey, revoke } = yield* UpstreamAuthorization;
      const found = yield* discover(server.url);
      assert.isNull(found.revocationEndpoint);
      yield* revoke({ server: found, key: yield* generateKey, token: Redacted.make("token") });
      assert.isFalse(server.requests.some(({ method }) => method === "POST"));
    }).pipe(Effect.provide(loopback))
  );
});
