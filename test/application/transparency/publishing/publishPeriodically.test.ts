import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as TestClock from "effect/TestClock";
import * as StorageMemory from "../../../../src/adapters/memory/StorageMemory.ts";
import { publishPeriodically } from "../../../../src/application/transparency/publishing/publishPeriodically.ts";
import { readPublications } from "../../../../src/application/transparency/publishing/readPublications.ts";
import {
  type Anchor,
  type AnchoredCheckpoint,
  AnchorFailed,
  Anchors
} from "../../../../src/domain/transparency/publishing/Anchors.ts";
import { Witnesses } from "../../../../src/domain/transparency/publishing/Witnesses.ts";
import {
  WitnessRequests,
  type WitnessResponse
} from "../../../../src/domain/transparency/publishing/WitnessRequests.ts";
import { leafOf } from "../../../domain/transparency/naiveTree.ts";
import { testKey } from "../../../domain/transparency/signedBy.ts";
import { memoryWitness } from "./memoryWitness.ts";
import { sealUpTo, textOf } from "./sealedLog.ts";

const keys = [testKey("one.example.com", "cosignature"), testKey("two.example.com", "cosignature")] as const;

/** An anchor in memory. It fails while `isAway` is set. */
const memoryAnchor = (takes: Anchor["takes"]) => {
  const state = { held: [] as AnchoredCheckpoint[], isAway: false };
  const failing = <A>(value: () => A) =>
    Effect.suspend(() =>
      state.isAway ? new AnchorFailed({ state: "away", reason: "not-writable" }) : Effect.sync(value)
    );
  const anchor: Anchor = {
    target: `memory:${takes}`,
    takes,
    pause: takes === "every" ? 500 : 60_000,
    latest: failing(() => Option.fromNullable(state.held.at(-1))),
    add: (checkpoints) =>
      failing(() => {
        for (const checkpoint of checkpoints) state.held.push({ size: checkpoint.size, text: textOf(checkpoint) });
      })
  };
  return { anchor, state, sizes: () => state.held.map(({ size }) => size) };
};

/** Two witnesses of which the second can be replaced, and two anchors, with the job that publishes to them. */
const world = Effect.gen(function* () {
  const [first, second] = yield* Effect.all([memoryWitness(keys[0]), memoryWitness(keys[1])]);
  const scripted: { respond: ((body: string) => Effect.Effect<WitnessResponse>) | null } = { respond: null };
  const file = memoryAnchor("every");
  const repository = memoryAnchor("latest");
  const services = Layer.mergeAll(
    StorageMemory.layer,
    Layer.succeed(WitnessRequests, {
      addCheckpoint: (address, body) =>
        address === "first" ? first.respond(body) : (scripted.respond ?? second.respond)(body)
    }),
    Layer.succeed(Witnesses, [
      { address: "first", key: keys[0].key },
      { address: "second", key: keys[1].key }
    ]),
    Layer.succeed(Anchors, [file.anchor, repository.anchor])
  );
  return { first, second, scripted, file, repository, services };
});

const summary = Effect.map(readPublications, (publications) =>
  publications.map(({ lagEvents, name, reason, size, state }) => [name, state, reason, size, lagEvents])
);

const away = Effect.succeed<WitnessResponse>({ _tag: "NoResponse", reason: "unreachable" });

describe("publishing", () => {
  it.scoped("reaches each witness and anchor, while one is away, and that one when it is back", () =>
    Effect.gen(function* () {
      const { file, repository, scripted, services } = yield* world;
      yield* Effect.gen(function* () {
        const job = yield* Effect.fork(publishPeriodically);
        assert.deepStrictEqual(yield* summary, [
          ["one.example.com", "waiting", null, 0, 0],
          ["two.example.com", "waiting", null, 0, 0],
          ["memory:every", "waiting", null, 0, 0],
          ["memory:latest", "waiting", null, 0, 0]
        ]);
        scripted.respond = () => away;
        file.state.isAway = true;
        for (const size of [3, 5, 9]) {
          yield* sealUpTo(size);
          yield* TestClock.adjust("2 seconds");
        }
        assert.deepStrictEqual(yield* summary, [
          ["one.example.com", "current", null, 9, 0],
          ["two.example.com", "away", "unreachable", 0, 9],
          ["memory:every", "away", "not-writable", 0, 9],
          ["memory:latest", "current", null, 3, 6]
        ]);
        scripted.respond = null;
        file.state.isAway = false;
        yield* TestClock.adjust("2 minutes");
        assert.deepStrictEqual(yield* summary, [
          ["one.example.com", "current", null, 9, 0],
          ["two.example.com", "current", null, 9, 0],
          ["memory:every", "current", null, 9, 0],
          ["memory:latest", "current", null, 9, 0]
        ]);
        assert.deepStrictEqual(file.sizes(), [3, 5, 9]);
        assert.deepStrictEqual(repository.sizes(), [3, 9]);
        yield* Fiber.interrupt(job);
      }).pipe(Effect.provide(services));
    })
  );

  it.scoped("tries a witness that stays away less and less often", () =>
    Effect.gen(function* () {
      const { scripted, services } = yield* world;
      let requests = 0;
      scripted.respond = () =>
        Effect.zipRight(
          Effect.sync(() => (requests += 1)),
          away
        );
      yield* Effect.gen(function* () {
        yield* sealUpTo(3);
        const job = yield* Effect.fork(publishPeriodically);
        yield* TestClock.adjust("10 seconds");
        const inTenSeconds = requests;
        yield* TestClock.adjust("10 minutes");
        assert.isAtLeast(inTenSeconds, 3);
        assert.isBelow(requests - inTenSeconds, 20);
        assert.isAbove(requests - inTenSeconds, 6);
        yield* Fiber.interrupt(job);
      }).pipe(
        // Ten minutes of the clock take long with targets that are reached: each of them looks every half a second.
        Effect.provideService(Witnesses, [{ address: "second", key: keys[1].key }]),
        Effect.provideService(Anchors, []),
        Effect.provide(services)
      );
    })
  );

  it.scoped("remembers when a witness was reset", () =>
    Effect.gen(function* () {
      const { first, services } = yield* world;
      yield* Effect.gen(function* () {
        const job = yield* Effect.fork(publishPeriodically);
        yield* sealUpTo(3);
        yield* TestClock.adjust("2 seconds");
        first.heads.clear();
        yield* sealUpTo(5);
        yield* TestClock.adjust("2 seconds");
        const [one, two] = yield* readPublications;
        assert.deepStrictEqual([one?.state, one?.size], ["current", 5]);
        assert.isNotNull(one?.resetAt);
        assert.isNull(two?.resetAt);
        yield* Fiber.interrupt(job);
      }).pipe(Effect.provide(services));
    })
  );

  it.scoped("stops writing to an anchor that holds another history, or more events", () =>
    Effect.gen(function* () {
      const { file, repository, services } = yield* world;
      yield* Effect.gen(function* () {
        const checkpoint = yield* sealUpTo(3);
        file.state.held.push({ size: 3, text: textOf({ ...checkpoint, rootHash: leafOf(99) }) });
        repository.state.held.push({ size: 7, text: textOf({ ...checkpoint, size: 7 }) });
        const job = yield* Effect.fork(publishPeriodically);
        yield* TestClock.adjust("2 minutes");
        assert.deepStrictEqual((yield* summary).slice(2), [
          ["memory:every", "contradicting", "other-root", 3, 0],
          ["memory:latest", "contradicting", "size-beyond", 7, 0]
        ]);
        assert.deepStrictEqual([file.sizes(), repository.sizes()], [[3], [7]]);
        yield* Fiber.interrupt(job);
      }).pipe(Effect.provide(services));
    })
  );

  it.scoped("calls a current witness behind, if nothing has asked it for a while", () =>
    Effect.gen(function* () {
      const { services } = yield* world;
      yield* Effect.gen(function* () {
        const job = yield* Effect.fork(publishPeriodically);
        yield* sealUpTo(3);
        yield* TestClock.adjust("2 seconds");
        yield* Fiber.interrupt(job);
        yield* sealUpTo(5);
        yield* TestClock.adjust("2 minutes");
        const [one] = yield* readPublications;
        assert.deepStrictEqual([one?.state, one?.lagEvents], ["behind", 2]);
      }).pipe(Effect.provide(services));
    })
  );
});
