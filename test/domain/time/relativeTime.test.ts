import { assert, it } from "@effect/vitest";
import { relativeTime } from "../../../src/domain/time/relativeTime.ts";

const now = Date.parse("2026-11-29T12:00:00Z");

it.each([
  [0, "now"],
  [-9_999, "now"],
  [-30_000, "30 seconds ago"],
  [-60_000, "1 minute ago"],
  [-3 * 3_600_000, "3 hours ago"],
  [-24 * 3_600_000, "yesterday"],
  [24 * 3_600_000, "tomorrow"],
  [-13 * 86_400_000, "13 days ago"],
  [-14 * 86_400_000, null],
  [30 * 86_400_000, null]
])("says a time that is %d milliseconds from now as %s", (difference, said) => {
  assert.strictEqual(relativeTime(now + difference, now), said);
});
