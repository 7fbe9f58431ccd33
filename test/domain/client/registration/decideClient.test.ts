import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import { hashSecret, secretMatches } from "../../../../src/domain/client/authentication/ClientSecret.ts";
import { type Client, evolveClient, initialClient } from "../../../../src/domain/client/Client.ts";
import {
  ClientAdministrationSet,
  ClientDeleted,
  type ClientEvent,
  ClientExpired,
  ClientRegistered,
  ClientRegisteredV1,
  ClientSecretRevoked,
  ClientSecretRotated,
  ClientSecretRotatedV1,
  ClientUpdated,
  ClientUpdatedV1
} from "../../../../src/domain/client/ClientEvent.ts";
import { ClientId } from "../../../../src/domain/client/ClientId.ts";
import { type ClientProposal, checkProposal } from "../../../../src/domain/client/registration/ClientProposal.ts";
import { deleteClient, registerClient, updateClient } from "../../../../src/domain/client/registration/decideClient.ts";

const clientId = ClientId.make("client_AAAAAAAAAAAAAAAAAAAAAA");
const secret = hashSecret("salt", "secret");
const proposal: ClientProposal = {
  name: " An app ",
  type: "public",
  redirectUris: ["https://app.example/callback"],
  scope: "atproto",
  tokenEndpointAuthMethod: null
};

const registration = { origin: "admin", secret, registrationTokenHash: null, address: null, now: 7 } as const;

const fold = (events: ReadonlyArray<ClientEvent>) => events.reduce(evolveClient, initialClient);
const right = <A, E>(either: Either.Either<A, E>): A => Either.getOrThrow(either);
const registered = (change: Partial<ClientProposal> = {}) =>
  fold(right(registerClient(clientId, { ...proposal, ...change }, registration)));

const clientOf = (state: Client) => (state._tag === "Registered" ? state.client : assert.fail(state._tag));

describe("decideClient", () => {
  it("registers a public client without a secret, and a confidential one with Basic by default", () => {
    assert.deepInclude(clientOf(registered()), { name: "An app", tokenEndpointAuthMethod: "none", secret: null });
    assert.deepInclude(clientOf(registered({ type: "confidential" })), {
      tokenEndpointAuthMethod: "client_secret_basic",
      secret
    });
    const post = registered({ type: "confidential", tokenEndpointAuthMethod: "client_secret_post" });
    assert.strictEqual(clientOf(post).tokenEndpointAuthMethod, "client_secret_post");
  });

  it.each<readonly [string, Partial<ClientProposal>]>([
    ["name", { name: " " }],
    ["name", { name: "x".repeat(101) }],
    ["name", { name: "a\u0007b" }],
    ["redirectUris", { redirectUris: [] }],
    ["redirectUris", { redirectUris: ["http://app.example/"] }],
    ["redirectUris", { redirectUris: Array.from({ length: 51 }, (_, index) => `https://app.example/${index}`) }],
    ["redirectUris", { redirectUris: [`https://app.example/${"x".repeat(2000)}`] }],
    ["scope", { scope: "" }],
    ["scope", { scope: "transition:generic" }],
    ["scope", { scope: "atproto nonsense" }],
    ["tokenEndpointAuthMethod", { tokenEndpointAuthMethod: "client_secret_basic" }],
    ["tokenEndpointAuthMethod", { type: "confidential", tokenEndpointAuthMethod: "none" }]
  ])("names %s as wrong in %j", (field, change) => {
    const faults = Either.match(checkProposal({ ...proposal, ...change }), {
      onLeft: (invalid) => invalid.faults,
      onRight: () => assert.fail("was accepted")
    });
    assert.deepStrictEqual(
      faults.map((fault) => fault.field),
      [field]
    );
  });

  it("reports all faults at once", () => {
    const invalid = Either.flip(checkProposal({ ...proposal, name: "", redirectUris: [], scope: "" }));
    assert.deepStrictEqual(
      right(invalid).faults.map((fault) => fault.field),
      ["name", "redirectUris", "scope"]
    );
  });

  it("changes what can change, and keeps type and secret", () => {
    const state = registered({ type: "confidential" });
    const changed = right(updateClient(state, clientId, { name: "Another" })).reduce(evolveClient, state);
    assert.deepStrictEqual(clientOf(changed), { ...clientOf(state), name: "Another" });
  });

  it("fails for a client that is unknown or deleted", () => {
    const gone = right(deleteClient(registered(), clientId)).reduce(evolveClient, registered());
    for (const state of [initialClient, gone]) {
      for (const decision of [updateClient(state, clientId, { name: "x" }), deleteClient(state, clientId)]) {
        assert.propertyVal(
          right(Either.flip<ReadonlyArray<ClientEvent>, { readonly _tag: string }>(decision)),
          "_tag",
          "ClientNotFound"
        );
      }
    }
  });

  it("folds any sequence of events without throwing, and a deleted client stays deleted", () => {
    const before = { clientId, name: "An app", redirectUris: ["https://app.example/"], scope: "atproto" };
    const details = {
      ...before,
      grantTypes: ["authorization_code"] as const,
      jwks: null,
      jwksUri: null,
      dpopBoundAccessTokens: false,
      requirePushedAuthorizationRequests: false,
      registrationTokenHash: null,
      address: null
    };
    const identity = {
      type: "confidential",
      tokenEndpointAuthMethod: "client_secret_basic",
      secret,
      origin: "admin"
    } as const;
    const events: ReadonlyArray<ClientEvent> = [
      new ClientRegisteredV1({ ...before, ...identity }),
      new ClientRegistered({ ...details, ...identity, registeredAt: 7 }),
      new ClientUpdatedV1({ ...before, name: "Another" }),
      new ClientUpdated({ ...details, name: "A third" }),
      new ClientSecretRotatedV1({ clientId, secret: hashSecret("s", "t") }),
      new ClientSecretRotated({ clientId, secret: hashSecret("s", "u"), rotatedAt: 8, oldValidUntil: 9 }),
      new ClientSecretRevoked({ clientId }),
      new ClientAdministrationSet({ clientId, mayAdminister: true }),
      new ClientDeleted({ clientId }),
      new ClientExpired({ clientId })
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (history) => {
        const tags = history.map((event) => event._tag);
        const first = tags.findIndex((tag) => tag.startsWith("ClientRegistered."));
        const gone = (tag: string) => tag === "ClientDeleted.v1" || tag === "ClientExpired.v1";
        const deleted = first !== -1 && tags.slice(first).some(gone);
        assert.strictEqual(fold(history)._tag, first === -1 ? "Unknown" : deleted ? "Deleted" : "Registered");
      })
    );
  });
});

describe("ClientSecret", () => {
  it("CA-06 matches only the secret that it was made from, and differs with another salt", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (salt, one, other) => {
        const kept = hashSecret(salt, one);
        assert.isTrue(secretMatches(kept, one));
        assert.strictEqual(secretMatches(kept, other), one === other);
        assert.notInclude(kept.hash, "=");
      })
    );
    assert.notStrictEqual(hashSecret("a", "secret").hash, hashSecret("b", "secret").hash);
  });
});
