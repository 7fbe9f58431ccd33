import { assert, describe, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as TestClock from "effect/TestClock";
import * as EventLogMemory from "../../../../src/adapters/memory/log/EventLogMemory.ts";
import * as MemoryStore from "../../../../src/adapters/memory/MemoryStore.ts";
import * as ReadModelSnapshotsMemory from "../../../../src/adapters/memory/stores/ReadModelSnapshotsMemory.ts";
import * as ClientRegistryProjection from "../../../../src/application/projection/ClientRegistryProjection.ts";
import { clientRegistry, emptyRegistry, listed } from "../../../../src/application/projection/clientRegistry.ts";
import * as ReadModels from "../../../../src/application/projection/ReadModels.ts";
import { leafHashAt } from "../../../../src/application/projection/snapshot/leafHashAt.ts";
import { loadSnapshot } from "../../../../src/application/projection/snapshot/loadSnapshot.ts";
import { writeSnapshot } from "../../../../src/application/projection/snapshot/snapshotState.ts";
import { ClientRegistry } from "../../../../src/domain/client/registry/ClientRegistry.ts";
import { knownEventTypes } from "../../../../src/domain/event/DomainEvent.ts";
import { EventLog, type PositionRange } from "../../../../src/domain/event/EventLog.ts";
import { StreamName, streamName } from "../../../../src/domain/event/StreamName.ts";
import { type ReadModelSnapshot, ReadModelSnapshots } from "../../../../src/domain/projection/ReadModelSnapshots.ts";
import { StorageUnavailable } from "../../../../src/domain/storage/StorageUnavailable.ts";
import { knownSample, sampleEvent } from "../../../contracts/sampleEvent.ts";
import { foldInto, historyOf } from "./sampleHistory.ts";

const storage = Layer.merge(EventLogMemory.layer, ReadModelSnapshotsMemory.layer).pipe(
  Layer.provide(MemoryStore.layer)
);

const clientId = "client_abcdefghijklmnopqrstu0";

const register = (id = clientId) =>
  Effect.flatMap(EventLog, ({ append }) =>
    append(streamName("client", id), 0, [knownSample("ClientRegistered.v2", { clientId: id })])
  );

const known = [...knownEventTypes];

/** The registry with the one client of these tests, as of position 1. */
const registry = foldInto(clientRegistry, emptyRegistry, historyOf([["ClientRegistered.v2", 0]]));

/** Saves a snapshot of the registry that says something else about itself; its digest is right. */
const saveWith = (change: Partial<ReadModelSnapshot>) =>
  Effect.gen(function* () {
    const { save } = yield* ReadModelSnapshots;
    const leafHash = (yield* leafHashAt(1)) ?? "";
    const about = { model: "client registry", schemaVersion: clientRegistry.snapshot.version, position: 1, leafHash };
    const lines = clientRegistry.snapshot.linesOf(registry);
    yield* save(yield* writeSnapshot({ ...about, eventTypes: known, ...change }, lines));
  });

/** Changes the stored snapshot behind its digest. */
const damage = (change: (snapshot: ReadModelSnapshot) => Partial<ReadModelSnapshot>) =>
  Effect.gen(function* () {
    yield* saveWith({});
    const { discard, of, save } = yield* ReadModelSnapshots;
    const [saved] = yield* of("client registry");
    if (saved === undefined) return assert.fail("no snapshot was saved");
    yield* discard(saved);
    yield* save({ ...saved, ...change(saved) });
  });

/** Collects what is logged. */
const collected = () => {
  const lines: Array<string> = [];
  const logger = Logger.make(({ logLevel, message }) => {
    lines.push(`${logLevel.label} ${String(Array.isArray(message) ? message[0] : message)}`);
  });
  return { lines, layer: Logger.replace(Logger.defaultLogger, logger) };
};

const remaining = Effect.flatMap(ReadModelSnapshots, ({ of }) =>
  Effect.map(of("client registry"), (found) => found.length)
);

const notUsed = (because: string, position = 1) =>
  `WARN The snapshot of the client registry at position ${position} is not used, because ${because}. The event log is read from its beginning`;

const cases = {
  "of an older schema version": {
    arrange: saveWith({ schemaVersion: 0 }),
    line: notUsed("it has schema version 0, and this version of Tidemark reads 2"),
    remaining: 1
  },
  "of a later schema version": {
    arrange: saveWith({ schemaVersion: 3 }),
    line: notUsed("it has schema version 3, and this version of Tidemark reads 2"),
    remaining: 1
  },
  "of a version that knew an event more": {
    arrange: saveWith({ eventTypes: [...known, "SomethingNew.v1"] }),
    line: notUsed("it was written by a later version, which knows the event SomethingNew.v1"),
    remaining: 1
  },
  "of a version that knew an event less": {
    arrange: saveWith({ eventTypes: known.filter((type) => type !== "ClientExpired.v1") }),
    line: notUsed("it was written by an earlier version, which did not know the event ClientExpired.v1"),
    remaining: 0
  },
  "ahead of the head": {
    arrange: saveWith({ position: 3 }),
    line: notUsed("the log ends at position 2", 3),
    remaining: 0
  },
  "of another history": {
    arrange: saveWith({ leafHash: "of another event" }),
    line: notUsed("the log has another event at this position"),
    remaining: 0
  },
  "with one changed letter": {
    arrange: damage(({ state }) => ({ state: state.replace("atproto", "otproto") })),
    line: notUsed("it is corrupt"),
    remaining: 0
  },
  "without its end": {
    arrange: damage(({ state }) => ({ state: state.slice(0, -1) })),
    line: notUsed("it is corrupt"),
    remaining: 0
  },
  "moved to a later position": {
    arrange: damage(() => ({ position: 2 })),
    line: notUsed("it is corrupt", 2),
    remaining: 0
  }
};

describe("a start with snapshots", () => {
  it.effect.each(Object.entries(cases))("EV-09: a snapshot %s is discarded, and the log is read", ([, expected]) => {
    const { layer, lines } = collected();
    return Effect.gen(function* () {
      yield* register();
      yield* register("client_abcdefghijklmnopqrstu1");
      yield* expected.arrange;
      const start = yield* loadSnapshot(clientRegistry);
      assert.deepStrictEqual([start.position, listed(start.state)], [0, []]);
      assert.deepStrictEqual(lines, [expected.line]);
      assert.strictEqual(yield* remaining, expected.remaining);
      const { list } = yield* Effect.provide(ClientRegistry, ClientRegistryProjection.layer);
      assert.lengthOf(yield* list, 2);
    }).pipe(Effect.provide(storage), Effect.provide(layer));
  });

  it.effect("A snapshot is used without a line in the log, and what follows it is folded", () => {
    const { layer, lines } = collected();
    return Effect.gen(function* () {
      yield* register();
      yield* saveWith({});
      yield* register("client_abcdefghijklmnopqrstu1");
      const start = yield* loadSnapshot(clientRegistry);
      assert.deepStrictEqual([start.position, listed(start.state)], [1, listed(registry)]);
      const { list } = yield* Effect.provide(ClientRegistry, ClientRegistryProjection.layer);
      assert.deepStrictEqual(
        (yield* list).map((client) => client.clientId),
        [clientId, "client_abcdefghijklmnopqrstu1"]
      );
      assert.deepStrictEqual(lines, []);
    }).pipe(Effect.provide(storage), Effect.provide(layer));
  });

  it.effect("A start continues without snapshots that cannot be read", () => {
    const { layer, lines } = collected();
    const broken = Layer.mock(ReadModelSnapshots, {
      of: () => new StorageUnavailable({ store: "read-model-snapshots", reason: "unreachable", cause: "down" })
    });
    return Effect.gen(function* () {
      assert.strictEqual((yield* loadSnapshot(clientRegistry)).position, 0);
      assert.deepStrictEqual(lines, ["WARN The snapshot of the client registry cannot be read"]);
    }).pipe(
      Effect.provide(Layer.merge(EventLogMemory.layer.pipe(Layer.provide(MemoryStore.layer)), broken)),
      Effect.provide(layer)
    );
  });
});

/** Appends events that no read model is folded from. */
const writes = (count: number) =>
  Effect.flatMap(EventLog, ({ append }) =>
    append(
      StreamName.make(`write-${count}`),
      0,
      Array.from({ length: count }, () => knownSample("RecordWritten.v1"))
    )
  );

const positions = Effect.flatMap(ReadModelSnapshots, ({ of }) =>
  Effect.forEach(["client registry", "ended authorizations", "deleted clients", "Lexicon catalog"], (model) =>
    Effect.map(of(model), (found) => found.map(({ position }) => position))
  )
);

describe("a running process", () => {
  it.effect("saves snapshots after enough events, from which the next start reads only the rest of the log", () => {
    const asked: Array<PositionRange> = [];
    const watched = Layer.effect(
      EventLog,
      Effect.map(EventLog, (log) => ({
        ...log,
        readRange: (range: PositionRange, limit: number, skippedTypes: ReadonlySet<string>) => {
          if (skippedTypes.size > 0) asked.push(range);
          return log.readRange(range, limit, skippedTypes);
        }
      }))
    );
    return Effect.gen(function* () {
      yield* register();
      yield* writes(24_998);
      yield* Effect.scoped(Effect.zipRight(Layer.build(ReadModels.layer), TestClock.adjust("1 minute")));
      assert.deepStrictEqual(yield* positions, [[], [], [], []]);
      yield* writes(1);
      yield* Effect.scoped(Effect.zipRight(Layer.build(ReadModels.layer), TestClock.adjust("1 minute")));
      assert.deepStrictEqual(yield* positions, [[25_000], [25_000], [25_000], [25_000]]);
      yield* register("client_abcdefghijklmnopqrstu1");
      const { list } = yield* Effect.provide(ClientRegistry, ClientRegistryProjection.layer).pipe(
        Effect.provide(watched)
      );
      assert.lengthOf(yield* list, 2);
      assert.deepStrictEqual(asked[0], { after: 25_000, upTo: 25_001 });
    }).pipe(Effect.provide(storage));
  });

  it.effect("saves no snapshot while the log has an event that it cannot read", () =>
    Effect.gen(function* () {
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { clients } = Context.get(yield* Layer.build(ReadModels.layer), ReadModels.ReadModels);
          const { append } = yield* EventLog;
          yield* append(StreamName.make("something-1"), 0, [sampleEvent({ type: "SomethingNew.v1" })]);
          yield* writes(30_000);
          yield* clients.awaitPosition(30_001);
          yield* TestClock.adjust("2 minutes");
        })
      );
      assert.deepStrictEqual(yield* positions, [[], [], [], []]);
    }).pipe(Effect.provide(storage), Effect.provide(collected().layer))
  );
});
