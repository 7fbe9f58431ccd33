import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as fc from "fast-check";
import { Did } from "../../../src/domain/atproto/Did.ts";
import {
  closeReport,
  evolveReport,
  initialReport,
  type Report,
  type ReportAction
} from "../../../src/domain/report/Report.ts";
import { ReportCreated } from "../../../src/domain/report/ReportEvent.ts";
import { runsOf } from "../../support/runsOf.ts";

const alice = Did.make("did:plc:alice");
const [bob, carol] = [Did.make("did:plc:bob"), Did.make("did:plc:carol")];

const created = new ReportCreated({
  id: "report_1",
  reporter: alice,
  subject: { kind: "account", did: bob },
  reasonType: "spam",
  statement: null,
  createdAt: 1_000
});

const open = evolveReport(initialReport, created);

const decide = (state: Report, action: ReportAction, by: Did | null, at: number) =>
  closeReport(state, "report_1", action, { by, at });

const labelled: ReportAction = { _tag: "ApplyLabel", label: "spam" };
const dismissed: ReportAction = { _tag: "Dismiss" };

describe("a report", () => {
  it("is open, and then resolved or dismissed", () => {
    assert.deepStrictEqual(open?.status, { _tag: "Open" });
    const resolved = evolveReport(open, Either.getOrThrow(decide(open, labelled, carol, 2_000)));
    assert.deepStrictEqual(resolved?.status, { _tag: "Resolved", label: "spam", by: carol, at: 2_000 });
    const closed = evolveReport(open, Either.getOrThrow(decide(open, dismissed, null, 2_000)));
    assert.deepStrictEqual(closed?.status, { _tag: "Dismissed", by: null, at: 2_000 });
  });

  it("is closed by the first of any decisions, and the others learn who that was", () => {
    const decisions = fc.array(
      fc.record({ action: fc.constantFrom(labelled, dismissed), by: fc.constantFrom(bob, carol, null), at: fc.nat() }),
      { minLength: 1, maxLength: 6 }
    );
    fc.assert(
      fc.property(decisions, ([first, ...others]) => {
        if (first === undefined) return;
        const closed = evolveReport(open, Either.getOrThrow(decide(open, first.action, first.by, first.at)));
        for (const { action, at, by } of others) {
          const refused = Either.flip(decide(closed, action, by, at)).pipe(Either.getOrThrow);
          assert.deepInclude(refused, { _tag: "ReportClosed", by: first.by, at: first.at });
        }
      }),
      { numRuns: runsOf(200) }
    );
  });

  it("names the id, the reason and the remedy where it cannot be closed", () => {
    const missing = Either.flip(decide(null, dismissed, carol, 0)).pipe(Either.getOrThrow);
    assert.strictEqual(
      missing.message,
      "id names no report: there is none with the id report_1. Take the id from `reports`."
    );
    const closed = evolveReport(open, Either.getOrThrow(decide(open, dismissed, carol, 0)));
    assert.strictEqual(
      Either.flip(decide(closed, labelled, bob, 5)).pipe(Either.getOrThrow).message,
      "id names a report that did:plc:carol already dismissed at 1970-01-01T00:00:00.000Z: nothing was changed. Reload the list of reports."
    );
  });
});
