import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as Redacted from "effect/Redacted";
import * as fc from "fast-check";
import { checkLifetimes } from "../../../src/domain/client/ClientLifetimes.ts";
import { checkProposal } from "../../../src/domain/client/registration/ClientProposal.ts";
import { moveClient } from "../../../src/domain/movein/moveClient.ts";
import type { OtherClient } from "../../../src/domain/movein/OtherInstance.ts";

const secret = "c2VjcmV0LW9mLTMyLXJhbmRvbS1ieXRlcy1hYmNkZWY";

const client: OtherClient = {
  clientId: "client_AAAAAAAAAAAAAAAAAAAAAA",
  name: "App",
  secret: null,
  redirectUris: '["https://app.example.com/callback"]',
  grantTypes: '["authorization_code","refresh_token"]',
  scope: "atproto transition:generic",
  tokenEndpointAuthMethod: "none",
  accessTokenLifetime: 3_600,
  refreshTokenLifetime: 2_592_000,
  requiresExactRedirectUri: true,
  jwks: null,
  grantedScopes: ["atproto repo:xyz.statusphere.status"]
};
const server: OtherClient = {
  ...client,
  secret: Redacted.make(secret),
  tokenEndpointAuthMethod: "client_secret_post"
};

const notesOf = (given: OtherClient) =>
  Either.match(moveClient(given, null), {
    onLeft: ({ detail, reason }) => [reason, detail].filter((text) => text !== ""),
    onRight: ({ notes }) => notes.map(({ detail, note }) => (detail === "" ? note : `${note} ${detail}`))
  });

const moved = (given: OtherClient, supported: string | null = null) => Either.getOrThrow(moveClient(given, supported));

describe("a client of quickslice", () => {
  it.each<readonly [string, OtherClient, ReadonlyArray<string>]>([
    ["is taken as it is", client, []],
    ["is left if it is that of the settings there", { ...client, clientId: "admin" }, ["own-client"]],
    ["is left if its id has another form", { ...client, clientId: "my-app" }, ["client-id"]],
    [
      "is taken without a redirect URI that is not allowed here",
      { ...client, redirectUris: '["https://a.example/cb","http://b.example/cb"]' },
      ["redirect-uri-left http://b.example/cb"]
    ],
    [
      "is left if no redirect URI is allowed here",
      { ...client, redirectUris: '["http://b.example/cb"]' },
      [
        "invalid",
        'redirectUris: "http://b.example/cb" must use https; http is for 127.0.0.1, [::1] and localhost only.'
      ]
    ],
    [
      "is left if its redirect URIs are no list",
      { ...client, redirectUris: "https://a.example/cb" },
      ["invalid", "redirectUris: must contain at least one URI."]
    ],
    [
      "is taken without a scope that is not known here",
      { ...client, scope: "atproto transition:generic made:up" },
      ["scope-value-left made:up"]
    ],
    [
      "is left if its scope lacks atproto",
      { ...client, scope: "transition:generic" },
      ["invalid", "scope: must include atproto. Use for example atproto transition:generic."]
    ],
    [
      "is named if it was granted more than it is registered for",
      {
        ...client,
        scope: "atproto repo:a.b.c",
        grantedScopes: ["atproto", "atproto repo:d.e.f repo:a.b.c?action=create"]
      },
      ["scope-beyond repo:d.e.f"]
    ],
    ["keeps its secret", server, []],
    ["gets another secret if it has none", { ...server, secret: null }, ["secret-missing"]],
    ["gets another secret if its own is short", { ...server, secret: Redacted.make("short") }, ["secret-short"]],
    [
      "has lifetimes within the bounds here",
      { ...client, accessTokenLifetime: 7_200, refreshTokenLifetime: 0 },
      ["access-lifetime-shortened 3600", "refresh-lifetime-shortened 31536000"]
    ],
    ["compares redirect URIs exactly here", { ...client, requiresExactRedirectUri: false }, ["redirect-uri-exact"]],
    [
      "is left if its keys cannot be read",
      { ...client, tokenEndpointAuthMethod: "private_key_jwt", jwks: '{"keys":[]}' },
      ["invalid", "jwks: or a URL of keys is required for private_key_jwt."]
    ]
  ])("%s", (_what, given, notes) => {
    assert.deepStrictEqual(notesOf(given), notes);
  });

  it("sends its secret in the body, whatever it is registered for", () => {
    const { proposal, secret: kept } = moved({ ...server, tokenEndpointAuthMethod: "client_secret_basic" });
    assert.strictEqual(proposal.tokenEndpointAuthMethod, "client_secret_post");
    assert.strictEqual(proposal.type, "confidential");
    assert.strictEqual(kept === null ? null : Redacted.value(kept), secret);
  });

  it("needs a DPoP key if it is public", () => {
    assert.deepInclude(moved(client).proposal, { type: "public", dpopBoundAccessTokens: true });
  });

  it("has the scope of the instance, or else that of this service, if it has none", () => {
    assert.strictEqual(moved({ ...client, scope: null }, "atproto repo:*").proposal.scope, "atproto repo:*");
    assert.strictEqual(moved({ ...client, scope: null }).proposal.scope, "atproto transition:generic");
  });

  it("has the lifetimes of this service if nobody chose its own", () => {
    assert.isNull(moved(client).lifetimes);
    assert.isNull(moved({ ...client, accessTokenLifetime: 86_400, refreshTokenLifetime: 1_209_600 }).lifetimes);
    assert.deepStrictEqual(moved({ ...client, accessTokenLifetime: 600 }).lifetimes, {
      accessToken: 600,
      refreshToken: 2_592_000,
      authorization: null
    });
  });

  it("is valid here whenever it is taken, whatever its columns hold", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.constantFrom("none", "client_secret_basic", '["https://a.example/"]', "{}", "null")
    );
    const clients = fc.record<OtherClient>({
      clientId: fc.constantFrom(client.clientId, "admin", "x"),
      name: fc.string(),
      secret: fc.option(fc.string().map((text) => Redacted.make(text))),
      redirectUris: fc.oneof(texts, fc.constant(client.redirectUris)),
      grantTypes: texts,
      scope: fc.option(fc.oneof(texts, fc.constant("atproto"))),
      tokenEndpointAuthMethod: texts,
      accessTokenLifetime: fc.integer(),
      refreshTokenLifetime: fc.integer(),
      requiresExactRedirectUri: fc.boolean(),
      jwks: fc.option(texts),
      grantedScopes: fc.array(texts)
    });
    fc.assert(
      fc.property(clients, fc.option(texts), (given, supported) => {
        const result = moveClient(given, supported);
        if (Either.isLeft(result)) return;
        assert.isTrue(Either.isRight(checkProposal(result.right.proposal)));
        const { lifetimes } = result.right;
        assert.isTrue(lifetimes === null || Either.isRight(checkLifetimes(lifetimes)));
      })
    );
  });
});
