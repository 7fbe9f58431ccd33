import { assert, describe, it } from "@effect/vitest";
import {
  isPublicBearer,
  restrictToPolicy,
  withoutKey
} from "../../../../src/domain/client/authentication/PublicBearer.ts";
import type { RegisteredClient } from "../../../../src/domain/client/Client.ts";

const client: RegisteredClient = {
  clientId: "client_a",
  name: "An agent",
  type: "public",
  tokenEndpointAuthMethod: "none",
  redirectUris: ["http://127.0.0.1/callback"],
  scope: "atproto transition:generic",
  secret: null,
  origin: "dynamic",
  grantTypes: ["authorization_code", "refresh_token"],
  jwks: null,
  jwksUri: null,
  dpopBoundAccessTokens: false,
  requirePushedAuthorizationRequests: false,
  registrationTokenHash: null,
  registeredAt: 0,
  mayAdminister: false,
  documentDigest: null
};
const bound = { ...client, dpopBoundAccessTokens: true };
const confidential = { ...client, type: "confidential" } as const;

describe("isPublicBearer", () => {
  it("is true for public clients that did not declare DPoP", () => {
    assert.deepStrictEqual([client, bound, confidential].map(isPublicBearer), [true, false, false]);
  });
});

describe("restrictToPolicy", () => {
  it("requires DPoP of every public client unless the policy allows otherwise", () => {
    assert.deepInclude(restrictToPolicy(client, "off"), { dpopBoundAccessTokens: true, withoutDpop: true });
    for (const allowed of ["read", "write"] as const) assert.deepStrictEqual(restrictToPolicy(client, allowed), client);
    for (const other of [bound, confidential]) assert.deepStrictEqual(restrictToPolicy(other, "off"), other);
  });
});

describe("withoutKey", () => {
  it("lets a public client read, and write only if that is allowed", () => {
    assert.strictEqual(withoutKey(client, "read").scope, "atproto");
    assert.strictEqual(withoutKey(client, "off").scope, "atproto");
    assert.strictEqual(withoutKey(client, "write").scope, client.scope);
  });

  it("shortens lifetimes, and never makes one longer than the client's own", () => {
    const most = { accessToken: 300, refreshToken: 86_400, authorization: 2_592_000 };
    assert.deepStrictEqual(withoutKey(client, "write").lifetimes, most);
    const own = { accessToken: 60, refreshToken: null, authorization: 31_536_000 };
    assert.deepStrictEqual(withoutKey({ ...client, lifetimes: own }, "read").lifetimes, { ...most, accessToken: 60 });
  });

  it("does not change a client that authenticates in another way", () => {
    assert.deepStrictEqual(withoutKey(confidential, "read"), confidential);
  });
});
