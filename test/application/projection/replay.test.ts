import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import * as TestClock from "effect/TestClock";
import * as EventLogMemory from "../../../src/adapters/memory/log/EventLogMemory.ts";
import * as MemoryStore from "../../../src/adapters/memory/MemoryStore.ts";
import * as ReadModelSnapshotsMemory from "../../../src/adapters/memory/stores/ReadModelSnapshotsMemory.ts";
import * as ClientDeletions from "../../../src/application/clients/registration/ClientDeletions.ts";
import * as ClientRegistryProjection from "../../../src/application/projection/ClientRegistryProjection.ts";
import * as EndedAuthorizationsProjection from "../../../src/application/projection/EndedAuthorizationsProjection.ts";
import * as ReadModels from "../../../src/application/projection/ReadModels.ts";
import { replayLog } from "../../../src/application/projection/replayLog.ts";
import { ClientRegistry } from "../../../src/domain/client/registry/ClientRegistry.ts";
import { EventLog, type PositionRange } from "../../../src/domain/event/EventLog.ts";
import { StreamName } from "../../../src/domain/event/StreamName.ts";
import { sampleEvent } from "../../contracts/sampleEvent.ts";
import samples from "../../domain/event/samples.json" with { type: "json" };
import { memoryService } from "../../support/memoryService.ts";

interface Asked {
  readonly range: PositionRange;
  readonly skippedTypes: ReadonlySet<string>;
}

const clientId = samples["ClientRegistered.v2"].clientId;

/** A log that notes what is asked of it; `read` is not allowed. */
const watchedLog = (asked: Array<Asked>) =>
  Layer.effect(
    EventLog,
    Effect.map(EventLog, (log) => ({
      ...log,
      read: () => Effect.dieMessage("the log is read whole"),
      readRange: (range: PositionRange, limit: number, skippedTypes: ReadonlySet<string>) => {
        asked.push({ range, skippedTypes });
        return log.readRange(range, limit, skippedTypes);
      }
    }))
  ).pipe(
    Layer.provide(EventLogMemory.layer),
    Layer.merge(ReadModelSnapshotsMemory.layer),
    Layer.provide(MemoryStore.layer)
  );

const fill = Effect.gen(function* () {
  const { append } = yield* EventLog;
  const registered = sampleEvent({ type: "ClientRegistered.v2", data: samples["ClientRegistered.v2"] });
  yield* append(StreamName.make(`client-${clientId}`), 0, [registered]);
  const written = Array.from({ length: 9 }, () =>
    sampleEvent({ type: "RecordWritten.v1", data: samples["RecordWritten.v1"] })
  );
  yield* append(StreamName.make("write-1"), 0, written);
});

describe("a start", () => {
  it.scoped("A start reads the log once for all read models, without known types that none of them needs", () => {
    const asked: Array<Asked> = [];
    return Effect.gen(function* () {
      yield* fill;
      const readModels = Layer.mergeAll(
        ClientRegistryProjection.layer,
        EndedAuthorizationsProjection.layer,
        ClientDeletions.layer.pipe(Layer.provide(memoryService))
      ).pipe(Layer.provideMerge(ReadModels.layer));
      yield* Effect.gen(function* () {
        const { get } = yield* ClientRegistry;
        assert.isTrue(Option.isSome(yield* get(clientId)));
      }).pipe(Effect.provide(readModels));
      const ofThisLog = asked.filter(({ range }) => range.upTo === 10);
      assert.deepStrictEqual(
        ofThisLog.map(({ range }) => range),
        [{ after: 0, upTo: 10 }]
      );
      const [first] = ofThisLog;
      for (const type of ["RecordWritten.v1", "TokensRefreshed.v1", "SessionRefreshed.v1"])
        assert.isTrue(first?.skippedTypes.has(type));
      for (const type of ["ClientRegistered.v2", "AuthorizationEnded.v1", "LexiconsImported.v1", "SomethingNew.v1"])
        assert.isFalse(first?.skippedTypes.has(type));
    }).pipe(Effect.provide(watchedLog(asked)));
  });
});

describe("reading a long log", () => {
  /** A log without events that takes 1.5 seconds for each range. */
  const slow = (head: number) =>
    Layer.mock(EventLog, {
      head: Effect.succeed(head),
      readRange: () => Effect.delay(Effect.succeed([]), "1500 millis"),
      follow: () => Stream.never
    });

  it.effect("The replay of a long log reports its position every two seconds", () =>
    Effect.gen(function* () {
      const lines: Array<string> = [];
      const logger = Logger.make(({ message }) => {
        lines.push(String(Array.isArray(message) ? message[0] : message));
      });
      const reading = yield* replayLog(0, new Set(), () => Effect.void).pipe(
        Effect.provide(slow(260_000)),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
        Effect.fork
      );
      yield* TestClock.adjust("10 seconds");
      yield* Fiber.join(reading);
      assert.deepStrictEqual(lines, [
        "Reading the event log: at position 100000 of 260000",
        "Reading the event log: at position 200000 of 260000"
      ]);
    })
  );

  it.effect("A fast replay logs nothing", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = [];
      const logger = Logger.make(({ message }) => {
        lines.push(message);
      });
      const reading = yield* replayLog(0, new Set(), () => Effect.void).pipe(
        Effect.provide(slow(50_000)),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
        Effect.fork
      );
      yield* TestClock.adjust("10 seconds");
      yield* Fiber.join(reading);
      assert.deepStrictEqual(lines, []);
    })
  );
});
