import { assert, it } from "@effect/vitest";
import { type Backfill, speedOf } from "../../../src/domain/sync/backfill/Backfill.ts";

const at = Date.parse("2026-11-28T00:00:00Z");
const running: Backfill = {
  id: "1",
  target: { kind: "all" },
  state: "running",
  abortReason: null,
  startedAt: at,
  endedAt: null,
  isListed: true,
  cursor: null,
  fruitlessPages: 0,
  repositories: 100,
  processed: 60,
  failed: 3,
  records: 900,
  bytes: 10_000,
  pace: { at: at + 10_000, processed: 40 }
};

it.each<readonly [string, Partial<Backfill>, number, number | null]>([
  ["follows from what was processed lately", {}, 2, 20],
  ["leaves no time to state while the repositories are not all known", { isListed: false }, 2, null],
  ["is 0 while nothing is processed", { processed: 40 }, 0, null],
  ["is 0 after the end", { state: "completed" }, 0, null]
])("the speed of a backfill %s", (_, changes, repositoriesPerSecond, secondsLeft) => {
  assert.deepStrictEqual(speedOf({ ...running, ...changes }, at + 20_000), { repositoriesPerSecond, secondsLeft });
});
