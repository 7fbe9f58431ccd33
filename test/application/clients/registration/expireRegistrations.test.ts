import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as HashMap from "effect/HashMap";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import { readCallback } from "../../../../src/adapters/http/browser/readCallback.ts";
import { PdsMemory } from "../../../../src/adapters/memory/pds/PdsMemory.ts";
import { findClient } from "../../../../src/application/clients/findClient.ts";
import {
  registerDynamicClient,
  removeRegistration
} from "../../../../src/application/clients/registration/dynamicRegistration.ts";
import { expireRegistrations } from "../../../../src/application/clients/registration/expireRegistrations.ts";
import { decodeRecorded } from "../../../../src/application/event/decodeRecorded.ts";
import { completeLogin } from "../../../../src/application/login/app/completeLogin.ts";
import { startAuthorization } from "../../../../src/application/login/app/startAuthorization.ts";
import { submitConfirmation } from "../../../../src/application/login/app/submitConfirmation.ts";
import * as ClientRegistryProjection from "../../../../src/application/projection/ClientRegistryProjection.ts";
import { emptyRegistry, evolveRegistry } from "../../../../src/application/projection/clientRegistry.ts";
import { ClientRegistry } from "../../../../src/domain/client/registry/ClientRegistry.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { ArchivedEvents } from "../../../../src/domain/retention/ArchivedEvents.ts";
import { archiveStream } from "../../../../src/domain/retention/EventsArchived.ts";
import { knownSample } from "../../../contracts/sampleEvent.ts";
import { browserToken, parameters, redirectUri, registered } from "../../../support/loginThrough.ts";
import { alice, memoryService } from "../../../support/memoryService.ts";

const list = Effect.flatMap(ClientRegistry, (registry) => registry.list);
const events = Effect.flatMap(EventLog, (log) => log.read(0, 1000));
const ofType = (type: string) => Effect.map(events, (all) => all.filter((event) => event.type === type));

const registersItself = Effect.map(registerDynamicClient({ redirect_uris: [redirectUri] }), (registration) => ({
  ...registration,
  clientId: registration.client.clientId
}));

/** Sends somebody to their PDS through an app that registered itself. */
const begun = (clientId: string) =>
  Effect.gen(function* () {
    const asked = { ...parameters, login_hint: alice.handle };
    const started = yield* startAuthorization({ clientId, browserToken, parameters: asked });
    if (started._tag !== "AskConfirmation") return yield* Effect.dieMessage("nobody was asked");
    return yield* submitConfirmation({ confirmation: started.confirmation, allowed: true, browserToken });
  });

const returned = (location: string) =>
  Effect.gen(function* () {
    const pds = yield* PdsMemory;
    return yield* completeLogin({
      ...readCallback(yield* pds.approve(new URL(location), alice.did)),
      browserToken
    });
  });

/** Waits until the registry of this process has seen everything. */
const caughtUp = Effect.gen(function* () {
  const log = yield* EventLog;
  yield* (yield* ClientRegistry).awaitPosition(yield* log.head);
});

it.effect("A self-registered client that was unused for a day expires with one event, and no other client does", () =>
  Effect.gen(function* () {
    const unused = yield* registersItself;
    const onlyBegun = yield* registersItself;
    const used = yield* registersItself;
    const { client: own } = yield* registered();
    yield* begun(onlyBegun.clientId);
    yield* returned(yield* begun(used.clientId));
    yield* TestClock.adjust("23 hours");
    const late = yield* registersItself;
    assert.strictEqual(yield* expireRegistrations, 0);
    yield* TestClock.adjust("1 hour");
    assert.strictEqual(yield* expireRegistrations, 2);
    yield* caughtUp;
    const ended = yield* ofType("ClientExpired.v1");
    assert.deepStrictEqual(
      ended.map(({ actor, clientId, data }) => [actor.type, clientId, data]),
      [unused, onlyBegun].map(({ clientId }) => ["system", clientId, { clientId }])
    );
    const left = (yield* list).map(({ clientId }) => clientId);
    assert.deepStrictEqual(left, [used.clientId, own.clientId, late.clientId]);
    assert.deepStrictEqual(yield* Effect.provide(list, ClientRegistryProjection.layer), yield* list);
    assert.isTrue(Option.isNone(yield* findClient(unused.clientId)));
    yield* Effect.flip(removeRegistration(unused.clientId, unused.registrationToken));
    assert.strictEqual(yield* expireRegistrations, 0);
    yield* TestClock.adjust("400 days");
    assert.strictEqual(yield* expireRegistrations, 1);
    yield* caughtUp;
    assert.deepStrictEqual(
      (yield* list).map(({ clientId }) => clientId),
      [used.clientId, own.clientId]
    );
  }).pipe(Effect.provide(memoryService))
);

it.effect("A client whose sign-ins were archived does not expire", () =>
  Effect.gen(function* () {
    const used = yield* registersItself;
    yield* returned(yield* begun(used.clientId));
    yield* TestClock.adjust("40 days");
    const archived = yield* ArchivedEvents;
    const limit = { class: "access", before: "9999", upTo: 10_000 } as const;
    const streams = (yield* archived.candidates(limit, 0, 100)).map(({ stream }) => stream);
    const events = yield* archived.ofStreams([...new Set(streams)]);
    yield* archived.archive({ class: "access", archive: 1, events });
    const sample = { actor: { type: "system", id: null }, clientId: null, authorizationId: null } as const;
    yield* (yield* EventLog).append(archiveStream("access"), 0, [knownSample("EventsArchived.v1", {}, sample)]);
    const unused = yield* registersItself;
    yield* TestClock.adjust("1 day");
    assert.strictEqual(yield* expireRegistrations, 1);
    yield* caughtUp;
    assert.deepStrictEqual(
      (yield* ofType("ClientExpired.v1")).map(({ clientId }) => clientId),
      [unused.clientId]
    );
  }).pipe(Effect.provide(memoryService))
);

it.effect("A registration expires once, however many processes attempt it at the same time", () =>
  Effect.gen(function* () {
    yield* Effect.replicateEffect(registersItself, 20);
    yield* TestClock.adjust("25 hours");
    const counts = yield* Effect.replicateEffect(expireRegistrations, 4).pipe(Effect.withConcurrency("unbounded"));
    assert.strictEqual(
      counts.reduce((sum, count) => sum + count, 0),
      20
    );
    assert.lengthOf(yield* ofType("ClientExpired.v1"), 20);
  }).pipe(Effect.provide(memoryService))
);

it.effect("A user is not sent back to an app whose registration expired while they were at their PDS", () =>
  Effect.gen(function* () {
    const { clientId } = yield* registersItself;
    yield* TestClock.adjust("1435 minutes");
    const location = yield* begun(clientId);
    yield* TestClock.adjust("5 minutes");
    assert.strictEqual(yield* expireRegistrations, 1);
    yield* caughtUp;
    yield* Effect.flip(returned(location));
    assert.lengthOf(yield* ofType("CodeIssued.v1"), 0);
  }).pipe(Effect.provide(memoryService))
);

it.effect("An expired registration leaves nothing in the registry", () =>
  Effect.gen(function* () {
    yield* Effect.replicateEffect(registersItself, 5);
    const { clientId, registrationToken } = yield* registersItself;
    yield* removeRegistration(clientId, registrationToken);
    yield* TestClock.adjust("25 hours");
    yield* expireRegistrations;
    let registry = emptyRegistry;
    for (const recorded of yield* events) {
      const event = yield* decodeRecorded(recorded);
      registry = evolveRegistry(registry, event, recorded);
    }
    assert.strictEqual(HashMap.size(registry), 0);
  }).pipe(Effect.provide(memoryService))
);
