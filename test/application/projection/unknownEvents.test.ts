import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as Option from "effect/Option";
import * as Stream from "effect/Stream";
import * as TestClock from "effect/TestClock";
import * as EventLogMemory from "../../../src/adapters/memory/log/EventLogMemory.ts";
import * as MemoryStore from "../../../src/adapters/memory/MemoryStore.ts";
import * as ReadModelSnapshotsMemory from "../../../src/adapters/memory/stores/ReadModelSnapshotsMemory.ts";
import { BackgroundJobs, JobDeaths } from "../../../src/application/background/BackgroundJobs.ts";
import * as ClientRegistryProjection from "../../../src/application/projection/ClientRegistryProjection.ts";
import * as EndedAuthorizationsProjection from "../../../src/application/projection/EndedAuthorizationsProjection.ts";
import * as ReadModels from "../../../src/application/projection/ReadModels.ts";
import { AuthorizationEnded } from "../../../src/domain/authorization/AuthorizationEvent.ts";
import { EndedAuthorizations } from "../../../src/domain/authorization/end/EndedAuthorizations.ts";
import { ClientRegistry } from "../../../src/domain/client/registry/ClientRegistry.ts";
import { encodeEvent } from "../../../src/domain/event/DomainEvent.ts";
import { CursorBeyondHead, EventLog } from "../../../src/domain/event/EventLog.ts";
import { StreamName } from "../../../src/domain/event/StreamName.ts";
import { sampleEvent } from "../../contracts/sampleEvent.ts";
import samples from "../../domain/event/samples.json" with { type: "json" };

const clientId = samples["ClientRegistered.v2"].clientId;
const otherId = "client_zzzzzzzzzzzzzzzzzzzzzz";

const log = Layer.merge(EventLogMemory.layer, ReadModelSnapshotsMemory.layer).pipe(Layer.provide(MemoryStore.layer));

const readModels = Layer.mergeAll(ClientRegistryProjection.layer, EndedAuthorizationsProjection.layer).pipe(
  Layer.provideMerge(ReadModels.layer)
);

/** Collects what is logged; with the deaths of this test alone. */
const observed = () => {
  const deaths = new JobDeaths();
  const lines: Array<string> = [];
  const logger = Logger.make(({ logLevel, message }) => {
    lines.push(`${logLevel.label} ${String(Array.isArray(message) ? message[0] : message)}`);
  });
  return {
    deaths,
    lines,
    layer: Layer.merge(Layer.succeed(BackgroundJobs, deaths), Logger.replace(Logger.defaultLogger, logger))
  };
};

/** Appends an event of any type to a stream, and gives its position. */
const append = (stream: string, type: string, data: Readonly<Record<string, unknown>> = {}) =>
  Effect.gen(function* () {
    const { append, load } = yield* EventLog;
    const name = StreamName.make(stream);
    const version = (yield* load(name)).at(-1)?.version ?? 0;
    const [recorded] = yield* append(name, version, [sampleEvent({ type, data })]);
    return recorded?.position ?? 0;
  });

const register = (id: string) =>
  append(`client-${id}`, "ClientRegistered.v2", { ...samples["ClientRegistered.v2"], clientId: id });

const end = (authorizationId: string) => {
  const { data, type } = encodeEvent(new AuthorizationEnded({ authorizationId, reason: "revoked-by-user" }));
  return append(`authorization-${authorizationId}`, type, data);
};

const client = (id: string) => Effect.flatMap(ClientRegistry, ({ get }) => Effect.map(get(id), Option.isSome));
const clients = Effect.flatMap(ClientRegistry, ({ list }) => Effect.map(list, (all) => all.length));
const hasEnded = (id: string) => Effect.flatMap(EndedAuthorizations, ({ has }) => has(id));
const problem = Effect.flatMap(ReadModels.ReadModels, (models) => models.problem);
const seen = (position: number) => Effect.flatMap(ClientRegistry, ({ awaitPosition }) => awaitPosition(position));

/** The answer of a read model, or "refused" where it cannot judge. */
const answer = <A, E extends { readonly _tag: string }, R>(question: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.either(question), Either.match({ onLeft: ({ _tag }) => `refused by ${_tag}`, onRight: (a) => a }));

const refused = "refused by EventLogUnavailable";

const all = Effect.all({
  client: answer(client(clientId)),
  other: answer(client(otherId)),
  clients: answer(clients),
  ended: answer(hasEnded("ended")),
  going: answer(hasEnded("going"))
});

const sound = { client: true, other: true, clients: 2, ended: true, going: false };

/** What a running process makes of an event of a later version that comes while it runs. */
const afterEvent = (stream: string, type: string, data: Readonly<Record<string, unknown>> = {}) => {
  const { layer, lines } = observed();
  return Effect.gen(function* () {
    yield* Effect.all([register(clientId), register(otherId)]);
    const unknown = yield* append(stream, type, data);
    yield* append(stream, type, data);
    yield* seen(yield* end("ended"));
    return { unknown, answers: yield* all, problem: yield* problem, lines };
  }).pipe(Effect.provide(Layer.provideMerge(readModels, log)), Effect.provide(layer));
};

const sentence = (position: number, type = "SomethingNew.v1") =>
  `The event of type ${type} at position ${position} of the log was written by a later version of Tidemark: run that version or a later one`;

describe("an event of an unknown type while a process runs", () => {
  const harmless = ["write-1", "session-1", "client-document-1", "repository-1", "admins", "person-session-1"];
  for (const stream of harmless)
    it.effect(`An event of an unknown type in ${stream} is skipped, which is logged once`, () =>
      Effect.gen(function* () {
        const { answers, lines, problem, unknown } = yield* afterEvent(stream, "SomethingNew.v1");
        assert.deepStrictEqual([answers, problem], [sound, null]);
        assert.deepStrictEqual(lines, [
          `WARN ${sentence(unknown)}. Such events are skipped: no read model depends on them`
        ]);
      })
    );

  const about = {
    [`client-${clientId}`]: { ...sound, client: refused, clients: refused },
    "authorization-going": { ...sound, going: refused },
    "something-1": { client: refused, other: refused, clients: refused, ended: refused, going: refused },
    "instance-1": { client: refused, other: refused, clients: refused, ended: refused, going: refused },
    lexicons: sound
  };
  for (const [stream, expected] of Object.entries(about))
    it.effect(
      `An event of an unknown type in ${stream} makes what depends on it fail, is logged once, and the rest continues`,
      () =>
        Effect.gen(function* () {
          const { answers, lines, problem, unknown } = yield* afterEvent(stream, "SomethingNew.v1");
          assert.deepStrictEqual([answers, problem], [expected, sentence(unknown)]);
          assert.deepStrictEqual(lines, [
            `ERROR ${sentence(unknown)}. Until then /ready responds with 503, and requests that depend on it are refused`
          ]);
        })
    );

  it.effect("An event of a known type with unreadable members makes what depends on it fail, too", () =>
    Effect.gen(function* () {
      const { answers, problem } = yield* afterEvent(`client-${clientId}`, "ClientUpdated.v2", { clientId: 7 });
      assert.deepStrictEqual(answers, { ...sound, client: refused, clients: refused });
      assert.match(problem ?? "", /^The event of type ClientUpdated\.v2 at position 3 of the log has members /);
    })
  );
});

describe("a start on a later version's log", () => {
  const start = (stream: string, type = "SomethingNew.v1") =>
    Effect.gen(function* () {
      yield* register(clientId);
      yield* append(stream, type);
      return yield* Effect.either(Effect.scoped(Layer.build(ReadModels.layer)));
    }).pipe(Effect.provide(log), Effect.provide(observed().layer));

  for (const stream of [`client-${clientId}`, "something-1", "lexicons", "authorization-1"])
    it.effect(`A start on a later version's log with an event in ${stream} is refused in one sentence`, () =>
      Effect.gen(function* () {
        const started = yield* start(stream);
        assert.deepStrictEqual(
          Either.flip(started).pipe(Either.map(({ message }) => message)),
          Either.right(sentence(2))
        );
      })
    );

  it.effect("A start continues after an unknown event that concerns no read model", () =>
    Effect.gen(function* () {
      assert.isTrue(Either.isRight(yield* start("write-1")));
    })
  );
});

/** A log whose follower ends in some way as often as said. */
const troubled = (ending: Effect.Effect<never, CursorBeyondHead>, times: number) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const real = yield* EventLog;
      let left = times;
      return Layer.succeed(EventLog, {
        ...real,
        follow: (after) => {
          left -= 1;
          return left < 0 ? real.follow(after) : Stream.fromEffect(ending);
        }
      });
    })
  ).pipe(Layer.provideMerge(log));

describe("the job that follows the log", () => {
  it.effect(
    "The job that follows the log is logged and counted when it dies; until it restarts every request fails",
    () => {
      const { deaths, layer, lines } = observed();
      return Effect.gen(function* () {
        const outOfDate =
          "The read models are outdated: the job that follows the event log died and is being restarted";
        yield* TestClock.adjust("0 seconds");
        const position = yield* register(clientId);
        assert.deepStrictEqual(yield* Effect.all([answer(client(clientId)), problem]), [refused, outOfDate]);
        yield* TestClock.adjust("3 seconds");
        yield* seen(position);
        assert.deepStrictEqual(yield* Effect.all([answer(client(clientId)), problem]), [true, null]);
        assert.deepStrictEqual(deaths.counts, { "follow the event log": 2 });
        assert.lengthOf(lines, 2);
      }).pipe(
        Effect.provide(Layer.provideMerge(readModels, troubled(Effect.dieMessage("broken"), 2))),
        Effect.provide(layer)
      );
    }
  );

  it.effect("The job that follows the log ends the process when the log is shorter than what was read", () => {
    const { deaths, layer } = observed();
    return Effect.gen(function* () {
      const failed = yield* Effect.flip(deaths.failed);
      assert.include(failed.message, "the log ends at position 3, but this process has read it up to position 7");
    }).pipe(
      Effect.provide(Layer.provideMerge(readModels, troubled(new CursorBeyondHead({ cursor: 7, head: 3 }), 1))),
      Effect.provide(layer)
    );
  });
});
