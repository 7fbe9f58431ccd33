import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import {
  type PublicationReport,
  PublicationReports
} from "../../src/domain/transparency/publishing/PublicationReports.ts";

const report: PublicationReport = {
  target: "witness.example.com+e35e7b3b+BJ",
  state: "current",
  reason: null,
  size: 5,
  changedAt: "2026-03-01T10:20:30.123Z",
  checkedAt: "2026-03-01T10:20:31.123Z",
  resetAt: null
};

/** What is known of witnesses and anchors. */
export const publicationReportsContract = <E>(name: string, layer: Layer.Layer<PublicationReports, E>) =>
  it.effect(
    `PublicationReports contract: ${name}`,
    () =>
      Effect.gen(function* () {
        const reports = yield* PublicationReports;
        assert.deepStrictEqual(yield* reports.all, []);
        const other = { ...report, target: "file:///mnt/worm/tidemark.log" };
        yield* reports.report(report);
        yield* reports.report(other);
        assert.deepStrictEqual(yield* reports.all, [other, report]);
        const later: PublicationReport = {
          ...report,
          state: "away",
          reason: "timeout",
          size: 9,
          changedAt: "2026-03-02T10:20:30.123Z",
          checkedAt: "2026-03-02T10:20:31.123Z",
          resetAt: "2026-03-02T10:20:30.123Z"
        };
        yield* reports.report(later);
        assert.deepStrictEqual(yield* reports.all, [other, later]);
      }).pipe(Effect.provide(Layer.fresh(layer))),
    60_000
  );
