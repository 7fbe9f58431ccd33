import type { ServerResponse } from "node:http";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { generateDpopKey } from "../../../src/adapters/pds/dpop/generateDpopKey.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../src/domain/atproto/RecordKey.ts";
import { sha256Base64Url } from "../../../src/domain/crypto/sha256.ts";
import { Repository } from "../../../src/domain/record/write/Repository.ts";
import { json, type ScriptedServer, scriptedServer } from "../../support/scriptedServer.ts";
import { html, impatient, redirect, repository } from "./pretender.ts";

const did = Did.make("did:plc:ewvi7nxzyoun6zhxrhs64oiz");
const target = { collection: Nsid.make("dev.example.note"), rkey: RecordKey.make("self") };
const uri = `at://${did}/dev.example.note/self`;
const cid = "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454";
const written = { uri, cid, commit: { cid, rev: "3kdgeujwlq32y" } };

const create = (server: ScriptedServer) =>
  Effect.gen(function* () {
    const { create } = yield* Repository;
    const credentials = { did, pds: server.url, accessToken: Redacted.make("token"), key: yield* generateDpopKey };
    return yield* create(credentials, target, { text: "x" });
  });
const failed = (server: ScriptedServer) =>
  Effect.map(Effect.flip(create(server)), ({ detail, reason, retryAfter, status }) => ({
    detail,
    reason,
    retryAfter,
    status
  }));

const xrpcError = (status: number, error: string, message: string) => (response: ServerResponse) =>
  json(response, { error, message }, status);

describe("the response of a PDS to a write", () => {
  const bad: ReadonlyArray<readonly [string, (response: ServerResponse) => void, string]> = [
    ["HTML", html, "not-xrpc"],
    ["another uri", (response) => json(response, { ...written, uri: `${uri}2` }), "malformed"],
    ["another repository", (response) => json(response, { ...written, uri: uri.replace("ewvi", "aaaa") }), "malformed"],
    ["no CID", (response) => json(response, { uri }), "malformed"],
    ["an invalid CID", (response) => json(response, { ...written, cid: "bafy" }), "malformed"],
    ["a redirect", redirect, "redirected"],
    ["an endless response", (response) => json(response, { ...written, more: "x".repeat(5_000_000) }), "too-large"],
    ["no response", () => {}, "timeout"],
    ["a broken connection", (response) => response.socket?.destroy(), "unreachable"],
    [
      "502 with HTML",
      (response) => response.writeHead(502, { "content-type": "text/html" }).end("<html>"),
      "server-error"
    ],
    ["404 with HTML", (response) => response.writeHead(404, { "content-type": "text/html" }).end("<html>"), "not-xrpc"],
    ["403 with HTML", (response) => response.writeHead(403, { "content-type": "text/html" }).end("<html>"), "not-xrpc"],
    ["a refused proof", xrpcError(401, "invalid_dpop_proof", "iat"), "proof-refused"],
    ["a challenge without a nonce", xrpcError(401, "use_dpop_nonce", "nonce"), "proof-refused"],
    ["an expired token", xrpcError(400, "ExpiredToken", "Token has expired"), "token-expired"],
    ["401 and nothing else", (response) => response.writeHead(401).end(), "token-expired"],
    ["a blob that it did not find", xrpcError(400, "InvalidRequest", `Could not find blob: ${cid}`), "blob-not-found"],
    ["a method that it does not support", xrpcError(501, "MethodNotImplemented", "no"), "server-error"],
    ["a taken-down account", xrpcError(401, "AccountTakedown", "gone"), "account-taken-down"],
    ["a deactivated account", xrpcError(401, "AccountDeactivated", "gone"), "account-deactivated"]
  ];
  for (const [name, answer, expected] of bad) {
    it.scopedLive(`${name}: ${expected}`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* failed(yield* scriptedServer((_, response) => answer(response)))).reason, expected);
      }).pipe(Effect.provide(expected === "timeout" ? impatient.repository : repository))
    );
  }

  it.scopedLive("may omit the commit", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) => json(response, { uri, cid }));
      assert.deepStrictEqual({ ...(yield* create(server)) }, { uri, cid, rev: null });
    }).pipe(Effect.provide(repository))
  );

  it.scopedLive("is quoted in printable characters, up to a limited length", () =>
    Effect.gen(function* () {
      const message = `Invalid\u0000\u001b[31m\n record ${"é".repeat(400)}`;
      const server = yield* scriptedServer((_, response) => xrpcError(400, "InvalidRequest", message)(response));
      const { detail } = yield* failed(server);
      assert.strictEqual(detail, `Invalid [31m record ${"é".repeat(400)}`.slice(0, 300));
    }).pipe(Effect.provide(repository))
  );

  const limits: ReadonlyArray<readonly [Record<string, string>, number | null]> = [
    [{ "retry-after": "17" }, 17],
    [{ "retry-after": new Date(Date.now() - 5_000).toUTCString() }, 0],
    [{ "retry-after": "soon" }, null],
    [{ "ratelimit-remaining": "0", "ratelimit-reset": "1" }, 0],
    [{ "ratelimit-remaining": "0", "ratelimit-reset": "tomorrow" }, null],
    [{}, null]
  ];
  for (const [headers, expected] of limits) {
    it.scopedLive(`with ${JSON.stringify(Object.keys(headers))} requests a delay of ${expected} s`, () =>
      Effect.gen(function* () {
        const server = yield* scriptedServer((_, response) =>
          json(response, { error: "RateLimitExceeded" }, 429, headers)
        );
        const { reason, retryAfter } = yield* failed(server);
        assert.deepStrictEqual({ reason, retryAfter }, { reason: "rate-limited", retryAfter: expected });
      }).pipe(Effect.provide(repository))
    );
  }
});

describe("the proof of a call (RFC 9449)", () => {
  const proofs = (server: ScriptedServer) => server.requests.map(({ headers }) => decodeJwt(String(headers.dpop)));

  it.scopedLive("binds method, URL without query, token and key", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer((_, response) => json(response, written));
      yield* create(server);
      const [request] = server.requests;
      const [proof] = proofs(server);
      assert.deepInclude(proof, {
        htm: "POST",
        htu: `${server.url}/xrpc/com.atproto.repo.createRecord`,
        ath: sha256Base64Url("token")
      });
      assert.strictEqual(request?.headers.authorization, "DPoP token");
      const header = decodeProtectedHeader(String(request?.headers.dpop));
      assert.deepInclude(header, { typ: "dpop+jwt", alg: "ES256" });
      assert.hasAllKeys(header.jwk, ["kty", "crv", "x", "y"]);
    }).pipe(Effect.provide(repository))
  );

  it.scopedLive("contains the latest nonce, so that a call takes one request", () =>
    Effect.gen(function* () {
      let count = 0;
      const server = yield* scriptedServer((request, response) => {
        count += 1;
        const { nonce } = decodeJwt(String(request.headers.dpop));
        const next = { "dpop-nonce": `nonce-${count}` };
        if (nonce === undefined) return json(response, { error: "use_dpop_nonce", message: "nonce" }, 401, next);
        return json(response, written, 200, next);
      });
      yield* Effect.gen(function* () {
        for (let call = 0; call < 3; call += 1) yield* create(server);
      });
      assert.deepStrictEqual(
        proofs(server).map(({ nonce }) => nonce),
        [undefined, "nonce-1", "nonce-2", "nonce-3"]
      );
      assert.strictEqual(new Set(proofs(server).map(({ jti }) => jti)).size, 4);
    }).pipe(Effect.provide(repository))
  );

  it.scopedLive("is recreated once, but not again for a server that always challenges (CL-09)", () =>
    Effect.gen(function* () {
      const challenge = { "dpop-nonce": "again", "www-authenticate": 'DPoP error="use_dpop_nonce"' };
      const server = yield* scriptedServer((_, response) => response.writeHead(401, challenge).end());
      assert.strictEqual((yield* failed(server)).reason, "proof-refused");
      assert.lengthOf(server.requests, 2);
    }).pipe(Effect.provide(repository))
  );

  it.scopedLive("and the token are not sent to the target of a redirect (CL-15)", () =>
    Effect.gen(function* () {
      const other = yield* scriptedServer((_, response) => json(response, written));
      const server = yield* scriptedServer((_, response) => response.writeHead(307, { location: other.url }).end());
      assert.strictEqual((yield* failed(server)).reason, "redirected");
      assert.strictEqual(other.connections(), 0);
    }).pipe(Effect.provide(repository))
  );
});
