import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import {
  type AuthorizationParameters,
  checkRequest,
  maxRedirectLength,
  redirectUriWithState,
  trustedRedirectUri,
  type ValidRequest
} from "../../../../src/domain/authorization/request/requestAuthorization.ts";
import type { RegisteredClient } from "../../../../src/domain/client/Client.ts";
import { ClientId } from "../../../../src/domain/client/ClientId.ts";

const uri = "https://app.example/callback";
const client: RegisteredClient = {
  clientId: ClientId.make("client_AAAAAAAAAAAAAAAAAAAAAA"),
  name: "An app",
  type: "public",
  tokenEndpointAuthMethod: "none",
  redirectUris: [uri],
  scope: "atproto transition:generic",
  secret: null,
  origin: "admin",
  grantTypes: ["authorization_code", "refresh_token"],
  jwks: null,
  jwksUri: null,
  dpopBoundAccessTokens: true,
  requirePushedAuthorizationRequests: false,
  registrationTokenHash: null,
  registeredAt: null,
  mayAdminister: false,
  documentDigest: null
};
const good: AuthorizationParameters = {
  response_type: "code",
  code_challenge: "c".repeat(43),
  code_challenge_method: "S256"
};

const check = (change: AuthorizationParameters): string | ValidRequest =>
  Either.match(checkRequest(client, uri, { ...good, ...change }, "https://service.example"), {
    onLeft: (refused) => refused.error,
    onRight: (valid) => valid
  });

describe("redirectUriWithState", () => {
  const reasonFor = (state: string, redirectUris: ReadonlyArray<string> = [uri]) =>
    Either.match(redirectUriWithState({ ...client, redirectUris }, { state }), {
      onLeft: ({ reason }) => reason,
      onRight: () => "fits"
    });

  it("limits the length, and counts the state as encoded", () => {
    const room = maxRedirectLength - uri.length;
    assert.strictEqual(reasonFor("s".repeat(room)), "fits");
    assert.strictEqual(reasonFor("s".repeat(room + 1)), "redirect-too-long");
    assert.strictEqual(reasonFor("=".repeat(Math.floor(room / 3))), "fits");
    assert.strictEqual(reasonFor("=".repeat(Math.floor(room / 3) + 1)), "redirect-too-long");
    assert.strictEqual(reasonFor("é".repeat(Math.floor(room / 6) + 1)), "redirect-too-long");
    assert.strictEqual(reasonFor("\ud800".repeat(2000)), "redirect-too-long");
    const long = `https://app.example/${"é".repeat(600)}`;
    assert.strictEqual(reasonFor("", [long]), "fits");
    assert.strictEqual(reasonFor("s".repeat(500), [long]), "redirect-too-long");
  });
});

describe("trustedRedirectUri", () => {
  it("AZ-03 may be left out when there is just one", () => {
    assert.deepStrictEqual(trustedRedirectUri(client, undefined), Either.right(uri));
    const two = { ...client, redirectUris: [...client.redirectUris, "https://app.example/other"] };
    assert.propertyVal(
      Either.getOrThrow(Either.flip(trustedRedirectUri(two, undefined))),
      "reason",
      "redirect-uri-missing"
    );
    assert.isTrue(Either.isLeft(trustedRedirectUri({ ...client, redirectUris: [] }, undefined)));
  });

  it("returns the requested redirect URI, so that a native app gets its own port", () => {
    const native = { ...client, redirectUris: ["http://127.0.0.1/cb"] };
    const asked = "http://127.0.0.1:50000/cb";
    assert.deepStrictEqual(trustedRedirectUri(native, asked), Either.right(asked));
  });
});

describe("checkRequest", () => {
  it("accepts a valid request, with the full scope of the client by default", () => {
    assert.deepStrictEqual(check({}), {
      redirectUri: uri,
      scope: client.scope,
      codeChallenge: "c".repeat(43),
      dpopJkt: null
    });
    assert.deepInclude(check({ scope: "atproto", dpop_jkt: "k".repeat(43), response_mode: "query" }), {
      scope: "atproto",
      dpopJkt: "k".repeat(43)
    });
    assert.deepInclude(check({ scope: "atproto repo:app.example.post" }), { scope: "atproto repo:app.example.post" });
  });

  it.each<readonly [AuthorizationParameters, string]>([
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ response_mode: "form_post" }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ code_challenge: "c".repeat(44) }, "invalid_request"],
    [{ dpop_jkt: "k" }, "invalid_request"],
    [{ scope: "transition:generic" }, "invalid_scope"],
    [{ scope: "atproto transition:email" }, "invalid_scope"],
    [{ scope: "atproto nonsense" }, "invalid_scope"],
    [{ request: "x" }, "request_not_supported"],
    [{ request_uri: "x" }, "invalid_request"],
    [{ repeated: ["scope"] }, "invalid_request"]
  ])("AZ-04..AZ-09 refuses %j with %s", (change, error) => {
    assert.strictEqual(check(change), error);
  });

  it.each(["response_type", "code_challenge", "code_challenge_method"] as const)(
    "refuses a request without %s",
    (name) => {
      const { [name]: _left, ...rest } = good;
      assert.propertyVal(
        Either.getOrThrow(Either.flip(checkRequest(client, uri, rest, "https://service.example"))),
        "error",
        "invalid_request"
      );
    }
  );
});
