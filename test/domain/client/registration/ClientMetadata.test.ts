import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import { readKeySet } from "../../../../src/domain/client/authentication/ClientKey.ts";
import { readClientDocument } from "../../../../src/domain/client/document/ClientDocument.ts";
import { readClientMetadata } from "../../../../src/domain/client/registration/ClientMetadata.ts";
import { checkProposal } from "../../../../src/domain/client/registration/ClientProposal.ts";

const terms = {
  authMethod: "client_secret_basic",
  authMethods: ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"]
} as const;

const key = {
  kty: "EC",
  crv: "P-256",
  x: "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
  y: "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"
} as const;

describe("client metadata", () => {
  it("becomes a proposal that satisfies the rules for every client, or faults that name members", () => {
    const member = fc.oneof(
      fc.string(),
      fc.array(fc.string()),
      fc.boolean(),
      fc.constant(null),
      fc.integer(),
      fc.object()
    );
    const metadata = fc.record(
      {
        client_name: member,
        redirect_uris: fc.oneof(member, fc.constant(["https://app.example/cb"])),
        grant_types: fc.oneof(member, fc.constant(["authorization_code"])),
        response_types: fc.oneof(member, fc.constant(["code"])),
        scope: fc.oneof(member, fc.constant("atproto")),
        token_endpoint_auth_method: fc.oneof(member, fc.constantFrom(...terms.authMethods)),
        jwks: fc.oneof(member, fc.constant({ keys: [key] })),
        jwks_uri: fc.oneof(member, fc.constant("https://app.example/jwks.json")),
        dpop_bound_access_tokens: member
      },
      { requiredKeys: [] }
    );
    fc.assert(
      fc.property(metadata, (given) => {
        const read = readClientMetadata(given, terms);
        if (Either.isRight(read)) assert.isTrue(Either.isRight(checkProposal(read.right)));
        else for (const fault of read.left.faults) assert.match(fault.member, /^[a-z_]+$/);
      })
    );
    fc.assert(fc.property(fc.anything(), (given) => void readClientMetadata(given, terms)));
  });

  it("names an app without a name after its host", () => {
    const named = (uri: string) =>
      Either.getOrThrow(readClientMetadata({ redirect_uris: [uri], token_endpoint_auth_method: "none" }, terms)).name;
    assert.strictEqual(named("https://app.example:8443/cb"), "app.example:8443");
    assert.strictEqual(named("com.example.app:/cb"), "com.example.app");
  });
});

describe("a key set", () => {
  it("returns the keys that verify ES256, without the others", () => {
    const others = [
      { ...key, use: "enc" },
      { ...key, alg: "ES384" },
      { ...key, key_ops: ["sign"] },
      { ...key, crv: "P-384" },
      { ...key, x: "short" },
      { kty: "RSA", n: "AQ", e: "AQAB" }
    ];
    const keys = Either.getOrThrow(readKeySet({ keys: [...others, { ...key, kid: "one", use: "sig", x5c: [] }] }));
    assert.deepEqual(keys, [{ ...key, kid: "one" }]);
    assert.isTrue(Either.isLeft(readKeySet({ keys: others })));
  });

  it("is rejected if it contains a private or shared key", () => {
    for (const secret of [
      { ...key, d: "x" },
      { kty: "oct", k: "x" },
      { kty: "RSA", n: "x", e: "x", p: "x" }
    ]) {
      assert.isTrue(Either.isLeft(readKeySet({ keys: [key, secret] })));
    }
    assert.isTrue(Either.isLeft(readKeySet({ keys: Array.from({ length: 21 }, () => key) })));
    fc.assert(fc.property(fc.anything(), (given) => void readKeySet(given)));
  });

  it("accepts only one spelling of a coordinate", () => {
    for (const x of [`${key.x}=`, key.x.replace("-", "+"), `${key.x.slice(0, -1)}t`, key.x.slice(1)]) {
      assert.isTrue(Either.isLeft(readKeySet({ keys: [{ ...key, x }] })), x);
    }
  });
});

describe("a metadata document", () => {
  const url = "https://app.example.com/client.json";
  const read = (change: Readonly<Record<string, unknown>>) =>
    readClientDocument(
      url,
      JSON.stringify({ client_id: url, redirect_uris: ["https://app.example.com/cb"], ...change })
    );

  it("describes a client that pushes its requests and gets DPoP-bound tokens", () => {
    const client = Either.getOrThrow(read({}));
    assert.deepInclude(client, {
      clientId: url,
      name: "app.example.com",
      type: "public",
      origin: "metadata-document",
      dpopBoundAccessTokens: true,
      requirePushedAuthorizationRequests: true,
      scope: "atproto transition:generic"
    });
    assert.match(client.documentDigest ?? "", /^[\w-]{43}$/);
    const server = Either.getOrThrow(read({ token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key] } }));
    assert.deepInclude(server, { type: "confidential", dpopBoundAccessTokens: true });
  });

  it("has a visible name of complete characters", () => {
    const withName = (client_name: string) => Either.isRight(read({ client_name }));
    for (const name of ["Wave", "日本語", "👩‍🚀 Log", "a\u0301"]) assert.isTrue(withName(name), name);
    for (const name of ["\u200b", "\u3164", "\u2800", "\u0301", "\u200f\u00ad", "a\ud800b", "a\u202eb"])
      assert.isFalse(withName(name), JSON.stringify(name));
  });

  it("uses only its own private-use scheme", () => {
    const withUri = (uri: string) => Either.isRight(read({ redirect_uris: [uri] }));
    assert.isTrue(withUri("com.example.app:/cb"));
    for (const uri of ["com.example:/cb", "com.example.app.evil:/cb", "com.example.app://cb", "app.example.com:/cb"]) {
      assert.isFalse(withUri(uri), uri);
    }
  });

  it("never crashes the service, whatever its content", () => {
    fc.assert(fc.property(fc.json(), (text) => void readClientDocument(url, text)));
    fc.assert(fc.property(fc.string(), (text) => void readClientDocument(url, text)));
    for (const text of [
      '{"__proto__":{"client_id":"x"}}',
      "[".repeat(2500),
      `{"client_id":"${url}","client_id":"y"}`
    ]) {
      assert.isTrue(Either.isLeft(readClientDocument(url, text)));
    }
  });
});
