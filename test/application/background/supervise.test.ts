import { assert, describe, it } from "@effect/vitest";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as TestClock from "effect/TestClock";
import { BackgroundJobs, JobDeaths } from "../../../src/application/background/BackgroundJobs.ts";
import { forkSupervised, forkTask } from "../../../src/application/background/supervise.ts";

/** The deaths and the log lines of a test of its own. */
const observed = Effect.sync(() => {
  const deaths = new JobDeaths();
  const lines: Array<string> = [];
  const logger = Logger.make(({ logLevel, message }) => {
    lines.push(`${logLevel.label} ${String(Array.isArray(message) ? message[0] : message)}`);
  });
  const layer = Layer.merge(Layer.succeed(BackgroundJobs, deaths), Logger.replace(Logger.defaultLogger, logger));
  return { deaths, lines, layer };
});

describe("a supervised job", () => {
  const endings = {
    "a defect": Effect.dieMessage("broken"),
    "a failure": Effect.fail("refused"),
    "an end": Effect.void,
    "an interruption from within": Effect.interrupt
  };
  for (const [name, ending] of Object.entries(endings))
    it.scoped(`A supervised job starts again after ${name}, which is logged and counted`, () =>
      Effect.gen(function* () {
        const { deaths, layer, lines } = yield* observed;
        let starts = 0;
        const work = Effect.zipRight(
          Effect.sync(() => {
            starts += 1;
          }),
          ending
        );
        yield* Effect.provide(forkSupervised("a job")(work), layer);
        yield* TestClock.adjust("0 seconds");
        assert.deepStrictEqual([starts, deaths.counts], [1, { "a job": 1 }]);
        yield* TestClock.adjust("1 seconds");
        assert.strictEqual(starts, 2);
        yield* TestClock.adjust("1 seconds");
        assert.strictEqual(starts, 2, "waits twice as long after the second death");
        yield* TestClock.adjust("1 seconds");
        assert.deepStrictEqual([starts, deaths.counts], [3, { "a job": 3 }]);
        assert.deepStrictEqual(
          lines,
          [1, 2, 3].map((n) => `ERROR The background job "a job" died and is restarted (death ${n} in this process)`)
        );
      })
    );

  it.scoped("A supervised job restarts as long as the process runs, at most a minute apart", () =>
    Effect.gen(function* () {
      const { deaths, layer } = yield* observed;
      yield* Effect.provide(forkSupervised("a job")(Effect.dieMessage("broken")), layer);
      yield* TestClock.adjust("1 hours");
      const before = deaths.counts["a job"] ?? 0;
      yield* TestClock.adjust("10 minutes");
      assert.strictEqual((deaths.counts["a job"] ?? 0) - before, 10);
    })
  );

  it.scoped("A supervised job that ran for long restarts after a second", () =>
    Effect.gen(function* () {
      const { deaths, layer } = yield* observed;
      const died = Effect.sync(() => deaths.counts["a job"] ?? 0);
      const work = Effect.flatMap(died, (count) => Effect.delay(Effect.fail("lost"), count === 8 ? "1 hours" : 0));
      yield* Effect.provide(forkSupervised("a job")(work), layer);
      yield* TestClock.adjust("30 minutes");
      assert.strictEqual(yield* died, 8);
      yield* TestClock.adjust("1983 seconds");
      assert.strictEqual(yield* died, 9);
      yield* TestClock.adjust("1 seconds");
      assert.strictEqual(yield* died, 10);
    })
  );

  it.effect("A supervised job that is stopped with its scope has not died", () =>
    Effect.gen(function* () {
      const { deaths, layer, lines } = yield* observed;
      yield* Effect.scoped(Effect.zipRight(forkSupervised("a job")(Effect.never), Effect.yieldNow())).pipe(
        Effect.provide(layer)
      );
      assert.deepStrictEqual([deaths.counts, lines], [{}, []]);
    })
  );

  it.scoped("A supervised job whose death is fatal ends the process, and does not start again", () =>
    Effect.gen(function* () {
      const { deaths, layer } = yield* observed;
      const fatal = (cause: Cause.Cause<unknown>) => (Cause.isDie(cause) ? "nothing can be trusted" : null);
      yield* Effect.provide(forkSupervised("a job", { fatal })(Effect.dieMessage("broken")), layer);
      const failed = yield* Effect.either(deaths.failed);
      assert.deepStrictEqual(
        Either.mapLeft(failed, ({ message }) => message),
        Either.left('The background job "a job" cannot continue: nothing can be trusted')
      );
      yield* TestClock.adjust("1 hours");
      assert.deepStrictEqual(deaths.counts, { "a job": 1 });
    })
  );
});

describe("a task that runs once", () => {
  it.effect("A task that runs once is logged and counted when it dies, and not when it fails as expected", () =>
    Effect.gen(function* () {
      const { deaths, layer, lines } = yield* observed;
      const run = <A, E>(work: Effect.Effect<A, E>) =>
        Effect.flatMap(Effect.provide(forkTask("a task")(work), layer), Fiber.await);
      yield* run(Effect.fail("foreseen"));
      yield* run(Effect.void);
      assert.deepStrictEqual([deaths.counts, lines], [{}, []]);
      yield* run(Effect.dieMessage("broken"));
      assert.deepStrictEqual([deaths.counts, lines], [{ "a task": 1 }, ['ERROR The background task "a task" died']]);
    })
  );
});
