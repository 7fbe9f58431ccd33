import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { attemptRules, type FinishedAttempt, nextAttempt } from "../../../src/domain/webhook/nextAttempt.ts";
import type { AttemptResult } from "../../../src/domain/webhook/WebhookMessage.ts";

const status = (code: number): AttemptResult => ({ _tag: "Responded", status: code });
const first = { attempts: 1, since: 0, now: 0, retryAfter: null, jitter: 0.5 };

describe("after an attempt", () => {
  it.each([
    [status(200), "Delivered"],
    [status(204), "Delivered"],
    [status(299), "Delivered"],
    [status(199), "Again"],
    [status(304), "Again"],
    [status(400), "Again"],
    [status(401), "Again"],
    [status(404), "Again"],
    [status(410), "GivenUp"],
    [status(429), "Again"],
    [status(500), "Again"],
    [{ _tag: "NoResponse", reason: "timeout" }, "Again"],
    [{ _tag: "NoResponse", reason: "redirect-refused" }, "Again"]
  ] as const)("with %o the message is: %s", (result, expected) => {
    assert.strictEqual(nextAttempt({ ...first, result })._tag, expected);
  });

  it("waits as long as the receiver asks, at most a day", () => {
    const delayed = (retryAfter: number) => nextAttempt({ ...first, result: status(429), retryAfter });
    assert.deepStrictEqual(delayed(90_000), { _tag: "Again", dueAt: 90_000 });
    assert.deepStrictEqual(delayed(0), { _tag: "Again", dueAt: attemptRules.first });
    assert.deepStrictEqual(delayed(Number.MAX_SAFE_INTEGER), { _tag: "Again", dueAt: attemptRules.longestAsked });
  });

  it("makes between 10 and 20 attempts within three days, and then gives up", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (jitters) => {
        let now = 0;
        let attempts = 0;
        for (const jitter of jitters) {
          attempts += 1;
          const attempt: FinishedAttempt = { attempts, since: 0, now, result: status(503), retryAfter: null, jitter };
          const next = nextAttempt(attempt);
          if (next._tag !== "Again") {
            assert.deepStrictEqual(next, { _tag: "GivenUp", reason: "expired" });
            break;
          }
          assert.isAbove(next.dueAt, now);
          now = next.dueAt;
        }
        assert.isAtMost(now, attemptRules.giveUpAfter);
        assert.isAbove(now, attemptRules.giveUpAfter - 1.2 * attemptRules.longest);
        assert.isAtLeast(attempts, 10);
        assert.isAtMost(attempts, 20);
      })
    );
  });
});
