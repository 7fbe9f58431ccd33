import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { samplerOf } from "../../../src/adapters/telemetry/sampler.ts";
import { parseTraceparent } from "../../../src/adapters/telemetry/traceparent.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

describe("traceparent", () => {
  it("names the trace, the span of the caller and whether it is sampled", () => {
    assert.deepStrictEqual(parseTraceparent(`00-${traceId}-${spanId}-01`), { traceId, spanId, isSampled: true });
    assert.deepStrictEqual(parseTraceparent(`00-${traceId}-${spanId}-00`), { traceId, spanId, isSampled: false });
    assert.deepStrictEqual(parseTraceparent(`00-${traceId}-${spanId}-03`)?.isSampled, true);
  });

  it("of a later version is read as far as it is known", () => {
    assert.deepStrictEqual(parseTraceparent(`cc-${traceId}-${spanId}-01`)?.traceId, traceId);
    assert.deepStrictEqual(parseTraceparent(`cc-${traceId}-${spanId}-01-what-comes`)?.traceId, traceId);
  });

  const malformed = {
    none: undefined,
    empty: "",
    "upper case": `00-${traceId.toUpperCase()}-${spanId}-01`,
    "a version that is forbidden": `ff-${traceId}-${spanId}-01`,
    "more than version 00 has": `00-${traceId}-${spanId}-01-x`,
    "a trace of zeros": `00-${"0".repeat(32)}-${spanId}-01`,
    "a span of zeros": `00-${traceId}-${"0".repeat(16)}-01`,
    "a short trace": `00-${traceId.slice(1)}-${spanId}-01`,
    "no flags": `00-${traceId}-${spanId}`,
    "two headers": `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`
  };
  for (const [what, header] of Object.entries(malformed))
    it(`is ignored: ${what}`, () => assert.isNull(parseTraceparent(header)));

  it("never makes the parser throw", () => {
    fc.assert(fc.property(fc.string(), (text) => parseTraceparent(text) === null || text.length >= 55));
  });
});

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length });

describe("samplers", () => {
  const parents = [null, { traceId, spanId, isSampled: true }, { traceId, spanId, isSampled: false }] as const;
  const decisions = (name: Parameters<typeof samplerOf>[0], ratio = 1) =>
    parents.map((parent) => samplerOf(name, ratio)(traceId, parent));

  it("decide by their names, and those that are based on parents as the caller did", () => {
    assert.deepStrictEqual(decisions("always_on"), [true, true, true]);
    assert.deepStrictEqual(decisions("always_off"), [false, false, false]);
    assert.deepStrictEqual(decisions("traceidratio", 0), [false, false, false]);
    assert.deepStrictEqual(decisions("parentbased_always_on"), [true, true, false]);
    assert.deepStrictEqual(decisions("parentbased_always_off"), [false, true, false]);
    assert.deepStrictEqual(decisions("parentbased_traceidratio", 0), [false, true, false]);
  });

  it("record all traces with 1, none with 0, and with a larger part all that a smaller one has", () => {
    fc.assert(
      fc.property(hex(32), fc.double({ min: 0, max: 1, noNaN: true }), (id, ratio) => {
        const decide = (part: number) => samplerOf("traceidratio", part)(id, null);
        return decide(1) && !decide(0) && (!decide(ratio) || decide(Math.min(1, ratio + 0.1)));
      })
    );
  });

  it("record about as many traces as they should", () => {
    const ids = fc.sample(hex(32), { numRuns: 4_000, seed: 1 });
    const sampled = ids.filter((id) => samplerOf("traceidratio", 0.25)(id, null)).length;
    assert.isAtLeast(sampled, 850);
    assert.isAtMost(sampled, 1_150);
  });
});
