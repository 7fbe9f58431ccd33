import { assert, describe, it } from "@effect/vitest";
import * as Schema from "effect/Schema";
import { registrationChange } from "../../../src/domain/audit/registrationChange.ts";
import { ClientRegisteredV1, ClientUpdated } from "../../../src/domain/client/ClientEvent.ts";
import samples from "../event/samples.json" with { type: "json" };

const before = Schema.decodeUnknownSync(ClientUpdated)({ _tag: "ClientUpdated.v2", ...samples["ClientUpdated.v2"] });

const changed = (change: Partial<ClientUpdated>) =>
  registrationChange(before, new ClientUpdated({ ...before, ...change }));

describe("the change of a registration", () => {
  it("names the redirect URIs that were added and removed", () => {
    assert.deepStrictEqual(changed({ redirectUris: ["https://app.example.com/callback", "https://a.example/"] }), [
      "redirect URI https://a.example/ added"
    ]);
    assert.deepStrictEqual(changed({ redirectUris: ["https://a.example/", "https://b.example/"] }), [
      "redirect URIs https://a.example/, https://b.example/ added",
      "redirect URI https://app.example.com/callback removed"
    ]);
  });

  it("names what else was changed, with the values before and after", () => {
    assert.deepStrictEqual(changed({ name: "Third", scope: "atproto repo:*" }), [
      "name changed from “Another name” to “Third”",
      "scope changed from “atproto” to “atproto repo:*”"
    ]);
    assert.deepStrictEqual(
      changed({ jwksUri: null, dpopBoundAccessTokens: false, requirePushedAuthorizationRequests: false }),
      [
        "URL of the public keys changed from https://app.example.com/jwks.json to none",
        "DPoP no longer required",
        "pushed authorization requests no longer required"
      ]
    );
    assert.deepStrictEqual(changed({ jwks: [], registrationTokenHash: "hash" }), [
      "public keys changed",
      "registration access token replaced"
    ]);
  });

  it("is empty if nothing changed, and compares with an older version what that has", () => {
    assert.deepStrictEqual(changed({}), []);
    const { clientId, name, redirectUris, scope } = before;
    const older = new ClientRegisteredV1({
      ...{ clientId, name, redirectUris, scope, type: "public", tokenEndpointAuthMethod: "none" },
      ...{ secret: null, origin: "admin" }
    });
    assert.deepStrictEqual(registrationChange(older, before), []);
  });
});
