import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as TestClock from "effect/TestClock";
import { HostLimitReached, makeHostLimiter } from "../../../src/adapters/outbound/HostLimiter.ts";

const limits = { perHost: 2, total: 5, waiting: 3 };

describe("HostLimiter (SS-09)", () => {
  it.effect("never exceeds its limits, and runs every request that it accepted", () =>
    Effect.gen(function* () {
      const limiter = makeHostLimiter({ ...limits, waiting: 1_000 });
      const now = { all: 0, hosts: new Map<string, number>() };
      const most = { all: 0, host: 0 };
      const request = (host: string) =>
        Effect.acquireUseRelease(
          Effect.sync(() => {
            now.all += 1;
            now.hosts.set(host, (now.hosts.get(host) ?? 0) + 1);
            most.all = Math.max(most.all, now.all);
            most.host = Math.max(most.host, now.hosts.get(host) ?? 0);
          }),
          () => Effect.sleep("1 second"),
          () =>
            Effect.sync(() => {
              now.all -= 1;
              now.hosts.set(host, (now.hosts.get(host) ?? 0) - 1);
            })
        ).pipe(limiter(host));
      const all = yield* Effect.fork(
        Effect.all(
          Array.from({ length: 60 }, (_, at) => request(`host${at % 4}`)),
          { concurrency: "unbounded" }
        )
      );
      yield* TestClock.adjust("30 seconds");
      assert.lengthOf(yield* Fiber.join(all), 60);
      assert.deepStrictEqual(most, { all: 5, host: 2 });
    })
  );

  it.effect("refuses requests beyond the queue of a host, or the queue of all hosts", () =>
    Effect.gen(function* () {
      const limiter = makeHostLimiter(limits);
      const endless = (host: string) => Effect.fork(limiter(host)(Effect.never));
      for (let at = 0; at < 5; at += 1) yield* endless("slow");
      yield* Effect.yieldNow();
      assert.instanceOf(yield* Effect.flip(limiter("slow")(Effect.void)), HostLimitReached);
      yield* limiter("other")(Effect.void);
      for (const host of ["a", "a", "b", "b", "c", "c"]) yield* endless(host);
      yield* Effect.yieldNow();
      assert.instanceOf(yield* Effect.flip(limiter("d")(Effect.void)), HostLimitReached);
    })
  );

  it.effect("releases all its permits when running and waiting requests end, however they end", () =>
    Effect.gen(function* () {
      const limiter = makeHostLimiter(limits);
      for (let round = 0; round < 50; round += 1) {
        const fibers = yield* Effect.forEach([1, 2, 3, 4, 5], (at) =>
          Effect.fork(limiter("host")(at % 2 === 0 ? Effect.never : Effect.die("broken")))
        );
        if (round % 2 === 0) yield* Effect.yieldNow();
        yield* Fiber.interruptAll(fibers.toReversed());
      }
      const together = yield* Effect.fork(
        Effect.all([limiter("host")(Effect.sleep("1 second")), limiter("host")(Effect.sleep("1 second"))], {
          concurrency: "unbounded"
        })
      );
      yield* TestClock.adjust("1 second");
      assert.lengthOf(yield* Fiber.join(together), 2);
    })
  );
});
