import { assert, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as EventLogMemory from "../../../../src/adapters/memory/log/EventLogMemory.ts";
import * as MemoryStore from "../../../../src/adapters/memory/MemoryStore.ts";
import * as ReadModelSnapshotsMemory from "../../../../src/adapters/memory/stores/ReadModelSnapshotsMemory.ts";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer as snapshots } from "../../../../src/adapters/postgres/stores/ReadModelSnapshotsPostgres.ts";
import { clientRegistry } from "../../../../src/application/projection/clientRegistry.ts";
import * as ReadModels from "../../../../src/application/projection/ReadModels.ts";
import type { NewEvent } from "../../../../src/domain/event/Envelope.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { streamName } from "../../../../src/domain/event/StreamName.ts";
import { ReadModelSnapshots } from "../../../../src/domain/projection/ReadModelSnapshots.ts";
import { knownSample } from "../../../contracts/sampleEvent.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

const memory = Layer.merge(EventLogMemory.layer, ReadModelSnapshotsMemory.layer).pipe(Layer.provide(MemoryStore.layer));
const postgres = Layer.merge(eventLog, snapshots).pipe(Layer.provide(migratedDatabase));

const clients = 200;
const total = 6_000;

const idOf = (n: number): string => `client_${String(n).padStart(22, "A")}`;

/** The history of one client, with as many updates as make it long; every seventh client is deleted. */
const historyOf = (n: number): ReadonlyArray<NewEvent> => {
  const clientId = idOf(n);
  const updates = Array.from({ length: total / clients - 2 }, (_, index) =>
    knownSample("ClientUpdated.v2", { clientId, name: `App ${n}, version ${index}` })
  );
  const last =
    n % 7 === 0 ? knownSample("ClientDeleted.v1", { clientId }) : knownSample("ClientSecretRotated.v1", { clientId });
  return [knownSample("ClientRegistered.v2", { clientId }), ...updates, last];
};

const histories = Array.from({ length: clients }, (_, n) => historyOf(n));

const append = Effect.gen(function* () {
  const { append } = yield* EventLog;
  for (const [n, history] of histories.entries()) yield* append(streamName("client", idOf(n)), 0, history);
});

/** The registry after a start, as the lines of a snapshot. */
const registry = Effect.scoped(
  Effect.gen(function* () {
    const { clients } = Context.get(yield* Layer.build(ReadModels.layer), ReadModels.ReadModels);
    const { position, state } = yield* clients.at;
    return { position, lines: [...clientRegistry.snapshot.linesOf(state)].sort() };
  })
);

const started = (stores: Layer.Layer<EventLog | ReadModelSnapshots, unknown>) =>
  Effect.gen(function* () {
    yield* append;
    const { clear } = yield* ReadModelSnapshots;
    yield* clear;
    return yield* registry;
  }).pipe(Effect.provide(stores));

it.live(
  "EV-14: a replay of the registry gives the same state in PostgreSQL and in memory",
  () =>
    Effect.gen(function* () {
      const [inMemory, inPostgres] = [yield* started(memory), yield* started(postgres)];
      assert.strictEqual(inPostgres.position, total);
      assert.lengthOf(inPostgres.lines, clients - Math.ceil(clients / 7));
      assert.deepStrictEqual(inPostgres, inMemory);
    }),
  120_000
);
