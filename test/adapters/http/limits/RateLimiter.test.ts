import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { RateLimiter } from "../../../../src/adapters/http/limits/RateLimiter.ts";

const policy = { name: "address", quota: 10, seconds: 60 };
const start = 1_800_000_000_000;

describe("RateLimiter", () => {
  it("allows the whole quota at once, and then one request per fraction of the period", () => {
    const allowances = new RateLimiter(policy, 100);
    const taken = Array.from({ length: 11 }, () => allowances.take("a", start));
    assert.deepStrictEqual(
      taken.map(({ allowed, remaining }) => [allowed, remaining]),
      [...Array.from({ length: 10 }, (_, index) => [true, 9 - index]), [false, 0]]
    );
    assert.deepStrictEqual([taken[10]?.retryAfter, taken[10]?.reset], [6, 60]);
    assert.isFalse(allowances.take("a", start + 5_999).allowed);
    assert.isTrue(allowances.take("a", start + 6_000).allowed);
    assert.isFalse(allowances.take("a", start + 6_000).allowed);
    assert.deepStrictEqual(
      [allowances.look("a", start + 66_000).remaining, allowances.look("a", start + 66_000).allowed],
      [9, true]
    );
  });

  it("counts each key separately, and expensive requests more than once", () => {
    const allowances = new RateLimiter(policy, 100);
    assert.strictEqual(allowances.take("a", start, 5).remaining, 5);
    assert.strictEqual(allowances.take("a", start, 5).remaining, 0);
    assert.deepStrictEqual(
      [allowances.take("a", start, 5).retryAfter, allowances.take("a", start).retryAfter],
      [30, 6]
    );
    assert.strictEqual(allowances.take("b", start).remaining, 9);
  });

  it("can be checked without counting", () => {
    const allowances = new RateLimiter(policy, 100);
    for (let count = 0; count < 100; count += 1) assert.isTrue(allowances.look("a", start).allowed);
    assert.strictEqual(allowances.size, 0);
  });

  it("remembers a limited number of keys, those used most recently", () => {
    const allowances = new RateLimiter(policy, 3);
    for (const name of ["a", "b", "c", "a", "d", "e"]) allowances.take(name, start);
    assert.strictEqual(allowances.size, 3);
    assert.deepStrictEqual(
      ["a", "b", "d"].map((name) => allowances.look(name, start, 0).remaining),
      [8, 10, 9]
    );
  });

  it("never allows more than the quota and its refill, for any sequence of requests", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20_000 }), { maxLength: 200 }), (pauses) => {
        const allowances = new RateLimiter(policy, 10);
        let now = start;
        const times = pauses.flatMap((pause) => {
          now += pause;
          return allowances.take("a", now).allowed ? [now] : [];
        });
        for (const [index, time] of times.entries()) {
          const within = times.slice(index).filter((other) => other - time < 60_000).length;
          assert.isAtMost(within, 20);
        }
        assert.isAtMost(times.length, 10 + (now - start) / 6_000 + 1);
      })
    );
  });
});
