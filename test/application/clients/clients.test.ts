import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { deleteClient } from "../../../src/application/clients/registration/deleteClient.ts";
import { registerClient } from "../../../src/application/clients/registration/registerClient.ts";
import { rotateClientSecret } from "../../../src/application/clients/registration/rotateClientSecret.ts";
import { updateClient } from "../../../src/application/clients/registration/updateClient.ts";
import * as ClientRegistryProjection from "../../../src/application/projection/ClientRegistryProjection.ts";
import { ClientRegistry } from "../../../src/domain/client/registry/ClientRegistry.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { publicClient } from "../../support/loginThrough.ts";
import { memoryService } from "../../support/memoryService.ts";

const operator = { _tag: "Operator" } as const;
const admin = { _tag: "Admin", did: null, role: "owner" } as const;

const list = Effect.flatMap(ClientRegistry, (registry) => registry.list);

it.effect("A replay rebuilds exactly the registry that was followed live", () =>
  Effect.gen(function* () {
    const first = yield* registerClient(publicClient, operator);
    const second = yield* registerClient({ ...publicClient, name: "Server", type: "confidential" }, admin);
    const third = yield* registerClient({ ...publicClient, name: "Gone" }, operator);
    yield* updateClient(first.clientId, { name: "Renamed" }, admin);
    yield* rotateClientSecret(second.clientId, operator);
    yield* updateClient(second.clientId, { mayAdminister: true }, admin);
    yield* deleteClient(third.clientId, admin);
    const live = yield* list;
    assert.deepStrictEqual(
      live.map((client) => client.name),
      ["Renamed", "Server"]
    );
    assert.deepStrictEqual(
      live.map(({ mayAdminister }) => mayAdminister),
      [false, true]
    );
    const rebuilt = yield* Effect.provide(list, ClientRegistryProjection.layer);
    assert.deepStrictEqual(rebuilt, live);
  }).pipe(Effect.provide(memoryService))
);

it.effect("The registry stores only a hash of a secret", () =>
  Effect.gen(function* () {
    const { secret } = yield* registerClient({ ...publicClient, type: "confidential" }, operator);
    assert.match(Redacted.value(secret ?? Redacted.make("")), /^[A-Za-z0-9_-]{43}$/);
    const log = yield* EventLog;
    assert.notInclude(JSON.stringify(yield* log.read(0, 10)), Redacted.value(secret ?? Redacted.make("")));
  }).pipe(Effect.provide(memoryService))
);

it.effect("An invalid proposal is rejected with every problem at once, and nothing is registered", () =>
  Effect.gen(function* () {
    const wrong = { ...publicClient, name: " ", redirectUris: ["http://evil.example/cb", "nonsense"], scope: "email" };
    const error = yield* Effect.flip(registerClient(wrong, operator));
    assert.strictEqual(error._tag, "InvalidClient");
    if (error._tag !== "InvalidClient") return;
    assert.deepStrictEqual(
      error.faults.map((fault) => fault.field),
      ["name", "redirectUris", "redirectUris", "scope"]
    );
    assert.deepStrictEqual(yield* list, []);
  }).pipe(Effect.provide(memoryService))
);

it.effect("A client that is unknown or deleted is not found", () =>
  Effect.gen(function* () {
    const { clientId } = yield* registerClient(publicClient, operator);
    yield* deleteClient(clientId, operator);
    assert.propertyVal(yield* Effect.flip(deleteClient(clientId, operator)), "_tag", "ClientNotFound");
    assert.propertyVal(yield* Effect.flip(updateClient(clientId, {}, operator)), "_tag", "ClientNotFound");
  }).pipe(Effect.provide(memoryService))
);

it.effect("A public client has no secret to rotate", () =>
  Effect.gen(function* () {
    const { clientId } = yield* registerClient(publicClient, operator);
    assert.propertyVal(yield* Effect.flip(rotateClientSecret(clientId, operator)), "_tag", "ClientHoldsNoSecret");
  }).pipe(Effect.provide(memoryService))
);

it.effect("Only an owner registers, grants, changes or deletes a client that administers", () =>
  Effect.gen(function* () {
    const developer = { ...admin, role: "developer" } as const;
    const administering = { ...publicClient, mayAdminister: true };
    const isRefused = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.map(Effect.flip(effect), (error) => error._tag === "RoleRequired");
    assert.isTrue(yield* isRefused(registerClient(administering, developer)));
    const own = yield* registerClient(publicClient, developer);
    assert.isTrue(yield* isRefused(updateClient(own.clientId, { mayAdminister: true }, developer)));
    const { clientId } = yield* registerClient(administering, admin);
    assert.isTrue(yield* isRefused(updateClient(clientId, { redirectUris: ["https://x.example"] }, developer)));
    assert.isTrue(yield* isRefused(deleteClient(clientId, developer)));
    yield* updateClient(own.clientId, { name: "Renamed" }, developer);
  }).pipe(Effect.provide(memoryService))
);
