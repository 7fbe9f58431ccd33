import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import type { VerifiedBy } from "../../../src/domain/verification/VerificationEvent.ts";
import {
  addRun,
  lastRuns,
  openFailures,
  type VerificationRun
} from "../../../src/domain/verification/VerificationHistory.ts";

type Given = Omit<VerificationRun, "position">;

const checkpoints = ["A", "B"].map((rootHash, index) => ({ size: index + 1, rootHash }));
const [older, otherOlder] = checkpoints.map((checkpoint) => [checkpoint]);

const holds = (by: VerifiedBy, compared: Given["compared"] = []): Given => ({ by, compared, failedAt: null });

const fails = (by: VerifiedBy, compared: Given["compared"] = [], badPosition = 42): Given => ({
  by,
  compared,
  failedAt: { badPosition, part: "leaf" }
});

const historyOf = (runs: ReadonlyArray<Given>) =>
  runs.reduce<ReadonlyArray<VerificationRun>>(
    (history, run, index) => addRun(history, { ...run, position: index + 1 }),
    []
  );

const openAfter = (...runs: ReadonlyArray<Given>) => openFailures(historyOf(runs)).map(({ position }) => position);

describe("a verification that failed", () => {
  it.each([
    ["is open", [fails("database")], [1]],
    ["is closed by a later one of the same kind that holds", [fails("database"), holds("database")], []],
    ["is not closed by an earlier one that held", [holds("database"), fails("database")], [2]],
    ["of a browser is closed by one of the database", [fails("browser"), holds("database")], []],
    ["of the database is not closed by what a browser states", [fails("database"), holds("browser")], [1]],
    [
      "against an older checkpoint is not closed by one without it",
      [fails("browser", older), holds("browser"), holds("database", otherOlder)],
      [1]
    ],
    [
      "against an older checkpoint is closed by one against that checkpoint and others",
      [fails("browser", older), holds("database", checkpoints)],
      []
    ],
    ["is replaced by one that failed in the same way", [fails("database"), fails("database", older)], [2]],
    ["stays beside one that failed elsewhere", [fails("database"), fails("database", [], 7)], [1, 2]]
  ] as const)("%s", (_what, runs, open) => {
    assert.deepStrictEqual(openAfter(...runs), [...open]);
  });
});

describe("the history of verifications", () => {
  const run = fc.record({
    by: fc.constantFrom<VerifiedBy>("database", "browser"),
    compared: fc.subarray(checkpoints),
    failedAt: fc.option(fc.record({ badPosition: fc.nat(2), part: fc.constant<"leaf">("leaf") }))
  });

  it("has the last verification of each kind in order, and a failure as long as nothing follows it", () => {
    fc.assert(
      fc.property(fc.array(run, { maxLength: 30 }), (runs) => {
        const history = historyOf(runs);
        for (const by of ["database", "browser"] as const) {
          const last = runs.findLastIndex((each) => each.by === by) + 1;
          const isClosedByOther = by === "browser" && runs[last - 1]?.failedAt !== null;
          if (isClosedByOther) continue;
          assert.deepStrictEqual(
            lastRuns(history).flatMap((each) => (each.by === by ? [each.position] : [])),
            last === 0 ? [] : [last]
          );
        }
        const positions = history.map(({ position }) => position);
        assert.deepStrictEqual(
          positions,
          positions.toSorted((left, right) => left - right)
        );
        if (runs.at(-1)?.failedAt !== null && runs.length > 0)
          assert.include(
            openFailures(history).map(({ position }) => position),
            runs.length
          );
      })
    );
  });

  it("remembers at most 100 failures, the newest", () => {
    const runs = Array.from({ length: 150 }, (_, index) => fails("database", [], index));
    assert.strictEqual(openAfter(...runs).length, 100);
  });
});
