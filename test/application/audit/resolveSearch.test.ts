import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { layer as store } from "../../../src/adapters/memory/MemoryStore.ts";
import { layer as recordIndex } from "../../../src/adapters/memory/record/RecordIndexMemory.ts";
import { resolveSearch } from "../../../src/application/audit/resolveSearch.ts";
import type { RegisteredClient } from "../../../src/domain/client/Client.ts";
import { ClientId } from "../../../src/domain/client/ClientId.ts";
import { ClientRegistry } from "../../../src/domain/client/registry/ClientRegistry.ts";

const client = (letter: string, name: string): RegisteredClient => ({
  clientId: ClientId.make(`client_${letter.repeat(22)}`),
  name,
  type: "public",
  tokenEndpointAuthMethod: "none",
  secret: null,
  origin: "admin",
  redirectUris: [],
  scope: "atproto",
  grantTypes: ["authorization_code"],
  jwks: null,
  jwksUri: null,
  dpopBoundAccessTokens: true,
  requirePushedAuthorizationRequests: false,
  registrationTokenHash: null,
  lifetimes: { accessToken: null, refreshToken: null, authorization: null },
  mayAdminister: false,
  registeredAt: 0,
  documentDigest: null
});

const clients = [client("a", "Statusphere"), client("b", "Twin"), client("c", "twin")];

const registry = Layer.succeed(ClientRegistry, {
  get: () => Effect.succeed(Option.none()),
  list: Effect.succeed(clients),
  snapshot: Effect.succeed({ position: 0, clients }),
  awaitPosition: () => Effect.void
});

const services = Layer.provide(Layer.mergeAll(recordIndex(), registry), store);

const read = (clientId: string) =>
  Effect.runPromise(resolveSearch({ clientId }).pipe(Effect.either, Effect.provide(services), Effect.scoped));

const refusal = async (clientId: string) =>
  Either.match(await read(clientId), { onLeft: (error) => error.message, onRight: () => assert.fail("was read") });

describe("the app of a filter", () => {
  it("is named by its id, also if it was deleted, by the URL of its document, or by its name", async () => {
    for (const id of [`client_${"z".repeat(22)}`, "https://app.example.com/client.json"])
      assert.deepStrictEqual(await read(id), Either.right({ clientId: id }));
    for (const name of ["Statusphere", " statusphere "])
      assert.deepStrictEqual(await read(name), Either.right({ clientId: `client_${"a".repeat(22)}` }));
  });

  it("is refused if no app or several have the name, because an empty list would say that nothing happened", async () => {
    assert.match(await refusal("Statusfere"), /^clientId names no registered app; did you mean Statusphere\?$/);
    assert.match(await refusal("nothing"), /^clientId names no registered app; use the client id of an app/);
    assert.match(
      await refusal("Twin"),
      /^clientId is the name of 2 apps: use the client id, such as client_b+ or client_c+$/
    );
  });
});
