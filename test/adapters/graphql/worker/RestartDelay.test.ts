import { expect, it } from "@effect/vitest";
import { RestartDelay } from "../../../../src/adapters/graphql/worker/RestartDelay.ts";

it("doubles after each failure up to a minute, and is reset after a thread has run for a minute", () => {
  const delay = new RestartDelay();
  expect(delay.allows(0)).toBe(true);
  const waits = Array.from({ length: 8 }, (_, time) => {
    const now = time * 1_000_000;
    delay.failed(now, now);
    let wait = 0;
    while (!delay.allows(now + wait)) wait += 1_000;
    return wait / 1_000;
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  delay.failed(0, 60_000);
  expect([delay.allows(60_999), delay.allows(61_000)]).toEqual([false, true]);
});
