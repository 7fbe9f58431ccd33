import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import {
  addHistograms,
  bucketCount,
  bucketOf,
  emptyHistogram,
  type LatencyHistogram,
  lowerBound,
  quantileOf,
  sizeOf
} from "../../../src/domain/health/LatencyHistogram.ts";

const histogramOf = (latencies: ReadonlyArray<number>): LatencyHistogram => {
  const counts = Array.from({ length: bucketCount }, () => 0);
  for (const latency of latencies) counts[bucketOf(latency)] = (counts[bucketOf(latency)] ?? 0) + 1;
  return counts;
};

const latency = fc.double({ min: 0, max: 300_000, noNaN: true });
const latencies = fc.array(latency, { minLength: 1, maxLength: 200 });
const histogram = fc.array(fc.nat(1_000), { maxLength: bucketCount });
const quantile = fc.double({ min: 0, max: 1, noNaN: true });

/** The smallest latency that at least this part of all does not exceed. */
const exactQuantile = (all: ReadonlyArray<number>, part: number): number => {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(part * sorted.length)) - 1] ?? assert.fail();
};

describe("LatencyHistogram", () => {
  it("finds the quantile in the bucket of the exact one", () => {
    fc.assert(
      fc.property(latencies, quantile, (all, part) => {
        const found = quantileOf(histogramOf(all), part) ?? assert.fail();
        assert.strictEqual(bucketOf(found), bucketOf(exactQuantile(all, part)));
      })
    );
  });

  it("differs from the exact quantile by less than a tenth between 0.1 ms and 3.5 minutes", () => {
    const measurable = fc.array(fc.double({ min: 0.101, max: 200_000, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(measurable, quantile, (all, part) => {
        const exact = exactQuantile(all, part);
        const found = quantileOf(histogramOf(all), part) ?? assert.fail();
        assert.isBelow(Math.abs(found - exact) / exact, 0.1);
      })
    );
  });

  it("adds histograms in any order and grouping", () => {
    const padded = (one: LatencyHistogram) =>
      addHistograms(
        one,
        Array.from({ length: bucketCount }, () => 0)
      );
    fc.assert(
      fc.property(histogram, histogram, histogram, (a, b, c) => {
        assert.deepStrictEqual(addHistograms(a, b), addHistograms(b, a));
        assert.deepStrictEqual(addHistograms(addHistograms(a, b), c), addHistograms(a, addHistograms(b, c)));
        assert.deepStrictEqual(padded(addHistograms(a, emptyHistogram)), padded(a));
        assert.strictEqual(sizeOf(addHistograms(a, b)), sizeOf(a) + sizeOf(b));
      })
    );
  });

  it("counts the latencies of two processes as those of one", () => {
    fc.assert(
      fc.property(latencies, latencies, (one, other) => {
        assert.deepStrictEqual(addHistograms(histogramOf(one), histogramOf(other)), histogramOf([...one, ...other]));
      })
    );
  });

  it("puts every number into one of its buckets, and longer latencies never into earlier ones", () => {
    const any = fc.oneof(latency, fc.constantFrom(Number.NaN, Infinity, -1, 0, 0.1, 1e9));
    fc.assert(
      fc.property(any, (milliseconds) => {
        const bucket = bucketOf(milliseconds);
        assert.isTrue(Number.isInteger(bucket) && bucket >= 0 && bucket < bucketCount);
        if (milliseconds >= 0) assert.isAtMost(lowerBound(bucket), milliseconds * (1 + 1e-12));
      })
    );
    fc.assert(
      fc.property(latency, latency, (a, b) => {
        assert.isAtMost(bucketOf(Math.min(a, b)), bucketOf(Math.max(a, b)));
      })
    );
  });

  it("has no quantile without latencies", () => assert.isNull(quantileOf(emptyHistogram, 0.5)));
});
