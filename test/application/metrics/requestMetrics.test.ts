import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { spanResults, TotalCounters } from "../../../src/application/health/TotalCounters.ts";
import type { MetricFamily } from "../../../src/application/metrics/MetricFamily.ts";
import { requestMetrics } from "../../../src/application/metrics/requestMetrics.ts";
import { requestKinds } from "../../../src/domain/health/RequestKind.ts";
import { requestOutcomes } from "../../../src/domain/health/RequestOutcome.ts";
import { CallFailureReason } from "../../../src/domain/health/ServerCalls.ts";

const samplesOf = (families: ReadonlyArray<MetricFamily>, name: string) =>
  families.flatMap((family) => (family.name === name && family._tag !== "Histogram" ? family.samples : []));

const distributionsOf = (families: ReadonlyArray<MetricFamily>, name: string) =>
  families.flatMap((family) => (family.name === name && family._tag === "Histogram" ? family.distributions : []));

const request = fc.record({
  kind: fc.constantFrom(...requestKinds),
  outcome: fc.constantFrom(...requestOutcomes),
  milliseconds: fc.double({ min: 0.01, max: 60_000, noNaN: true })
});

describe("requestMetrics", () => {
  it("counts every request under its kind and outcome, and those with a response by their duration", () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 50 }), (requests) => {
        const totals = new TotalCounters();
        for (const { kind, milliseconds, outcome } of requests) totals.countRequest(kind, outcome, milliseconds);
        const families = requestMetrics(totals);
        for (const { labels, value } of samplesOf(families, "tidemark_http_requests_total"))
          assert.strictEqual(
            value,
            requests.filter(({ kind, outcome }) => kind === labels.kind && outcome === labels.outcome).length
          );
        for (const { buckets, count, labels, sum } of distributionsOf(
          families,
          "tidemark_http_request_duration_seconds"
        )) {
          const answered = requests.filter(({ kind, outcome }) => kind === labels.kind && outcome !== "aborted");
          assert.strictEqual(count, answered.length);
          assert.closeTo(
            sum,
            answered.reduce((total, { milliseconds }) => total + milliseconds / 1000, 0),
            1e-6
          );
          for (const [bound, upTo] of buckets)
            assert.strictEqual(upTo, answered.filter(({ milliseconds }) => milliseconds / 1000 < bound).length);
        }
      })
    );
  });

  it("has the same series before the first request and after any", () => {
    const seriesOf = (totals: TotalCounters) =>
      requestMetrics(totals).flatMap((family) =>
        (family._tag === "Histogram" ? family.distributions : family.samples).map(({ labels }) =>
          JSON.stringify([family.name, labels])
        )
      );
    const before = seriesOf(new TotalCounters());
    const used = new TotalCounters();
    for (const kind of requestKinds) used.countRequest(kind, "ok", 1);
    for (const result of spanResults) used.countSpans(result, 3);
    for (const reason of CallFailureReason.literals) used.countCall(reason);
    assert.deepStrictEqual(seriesOf(used), before);
    assert.lengthOf(before, 20 * 4 + 20 + CallFailureReason.literals.length + 1 + spanResults.length);
  });
});
